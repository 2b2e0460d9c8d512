// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub_secrets.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace importers::exporting {

namespace {

/// A blank before an option may be one that model::safeText() has made visible: the two characters \t.
std::vector<std::string> withEscapes(std::vector<std::string> expressions) {
    constexpr std::string_view kBlank = R"(\s(?:-)", kEither = R"((?:\s|\\[tnr])(?:-)", kPlain = R"(\s-)",
                               kEitherPlain = R"((?:\s|\\[tnr])-)";
    for (std::string& e : expressions)
        for (const auto& [before, after] : {std::pair{kBlank, kEither}, {kPlain, kEitherPlain}})
            if (const std::size_t at = e.find(before); at != e.npos) e.replace(at, before.size(), after);
    return expressions;
}

/// What is in the first group of parentheses is the secret. Commands that take it as an argument are documented to do
/// so.
const Forms& secretForms() {
    static const Forms kForms(withEscapes({
        R"((-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\z)))",
        R"(\b(eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){0,4}))",  // JSON Web Token
        R"((?i)\bbearer[ :]+["']?([A-Za-z0-9+/=._~-]{6,}))",
        R"(\b(?:Basic|basic|BASIC|Digest|Negotiate|ApiKey)[ :]+["']?([A-Za-z0-9+/]{6,}={1,2}|[A-Za-z0-9+/]*[a-z][A-Z][A-Za-z0-9+/]{6,}|[A-Za-z0-9+/]*[0-9][A-Za-z0-9+/]{8,}))",
        R"(\b((?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{12,}))",  // Amazon
        R"(\b(gh[pousr]_[A-Za-z0-9]{8,}|github_pat_[A-Za-z0-9_]{8,}))",     // GitHub
        R"(\b(gl(?:pat|dt|rt|ptt|soat|cbt|ft)-[A-Za-z0-9_.-]{8,}))",        // GitLab
        R"(\b(hf_[A-Za-z0-9]{8,}|api_org_[A-Za-z0-9]{8,}))",                // Hugging Face
        R"(\b((?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}))",                        // OpenAI, Anthropic, Stripe
        R"(\b(xox[a-z]-[A-Za-z0-9-]{8,}|xapp-[A-Za-z0-9-]{8,}))",           // Slack
        R"(\b(AIza[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{10,}))",           // Google
        R"((?i)\b(AGE-SECRET-KEY-[A-Z0-9-]{8,}))",
        R"(\b(nvapi-[A-Za-z0-9_-]{8,}|npm_[A-Za-z0-9]{16,}|pypi-[A-Za-z0-9_-]{16,}|dckr_pat_[A-Za-z0-9_-]{8,}|r8_[A-Za-z0-9]{16,}|dop_v1_[a-f0-9]{16,}|glsa_[A-Za-z0-9_]{16,}|SG\.[A-Za-z0-9_.-]{16,}))",
        // Weights & Biases, and keys in hexadecimal
        R"((?:^|[^A-Za-z0-9_])([a-f0-9]{40}|[A-F0-9]{40}|[a-f0-9]{64}|[A-F0-9]{64})(?:$|[^A-Za-z0-9_]))",
        R"((?i)\b(?:api|access|secret|private|account|license|encryption|auth) key(?: id)?["']? *[:=] *["']?([^\s"',;]+))",
        R"([A-Za-z][A-Za-z0-9+.-]*://([^\s/@:"'<>]*:[^\s/@"'<>]+)@)",  // https://user:password@host
        R"(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&\n]*?\s-p ?([^\s"'-][^\s"']*))",
        R"(\b(?:curl|wget|http|https)\b[^|;&\n]*?\s(?:-u|-U|--user|--proxy-user)[ =]?["']?([^\s"'-][^\s"']*))",
        R"(\b(?:redis-cli|valkey-cli)\b[^|;&\n]*?\s-a ?["']?([^\s"'-][^\s"']*))",
        R"(\b(?:ldapsearch|ldapmodify|ldapadd)\b[^|;&\n]*?\s-w ?["']?([^\s"'-][^\s"']*))",
        R"(\bsqlcmd\b[^|;&\n]*?\s-P ?["']?([^\s"'-][^\s"']*))",
    }));
    return kForms;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isWord(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'); }
bool isName(char c) { return isWord(c) || c == '_' || c == '-' || c == '.'; }
bool isHex(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'f'); }
bool isSpace(char c) { return c == ' ' || c == '\t'; }
bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

/// The words of a name, in small letters with a blank before and behind each: " aws secret access key ".
std::string wordsOf(std::string_view name) {
    std::string out = " ";
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool first =
            isUpper(name[i]) && (i == 0 || !isUpper(name[i - 1]) ||
                                 (i + 1 < name.size() && isWord(name[i + 1]) && lower(name[i + 1]) == name[i + 1]));
        const bool hump = first && i > 0 && isWord(name[i - 1]);
        if ((hump || !isWord(name[i])) && out.back() != ' ') out += ' ';
        if (isWord(name[i])) out += lower(name[i]);
    }
    if (out.back() != ' ') out += ' ';
    return out;
}

bool endsWithOne(std::string_view words, std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) {
        return words.size() > e.size() && words.substr(0, words.size() - 1).ends_with(e) &&
               words[words.size() - 2 - e.size()] == ' ';
    });
}
bool holdsOne(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return text.find(p) != text.npos; });
}

/// Walks over a text that may hold names with values.
class NamedValues {
public:
    explicit NamedValues(std::string_view text) : m_text(text) {}

    struct Found {
        std::string_view name;
        std::size_t begin, end;  // of the value, without quotes
    };

    /// The next name that has a value, from `at` on.
    bool next(std::size_t& at, Found& out) const {
        while (at < m_text.size()) {
            if (!isName(m_text[at])) {
                ++at;
                continue;
            }
            if (at > 0 && m_text[at - 1] == '%' && isHex(charAt(at)) && isHex(charAt(at + 1))) at += 2;  // %26name
            std::size_t end = at;
            while (end < m_text.size() && isName(m_text[end])) ++end;
            out.name = m_text.substr(at, end - at);
            at = end;
            if (out.name.empty()) continue;
            if (value(out, end) && nameKind(out.name) != NameKind::Any) return true;
        }
        return false;
    }

private:
    char charAt(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\0'; }
    /// Behind a quotation mark that may stand there, with a backslash before it where it is in a text of JSON within
    /// JSON.
    std::size_t behindQuote(std::size_t i) const {
        if (const std::string_view rest = m_text.substr(i); rest.starts_with("%22") || rest.starts_with("%27"))
            return i + 3;
        const std::size_t mark = charAt(i) == '\\' ? i + 1 : i;
        return isQuote(charAt(mark)) ? mark + 1 : i;
    }
    /// Behind blanks, also such as model::safeText() has made visible; for an option the end of a line is one.
    std::size_t behindSpace(std::size_t i, bool isOption) const {
        for (;;) {
            const char c = charAt(i), next = charAt(i + 1);
            if (isSpace(c) || (isOption && (c == '\n' || c == '\r'))) ++i;
            else if (c == '\\' && (next == 't' || (isOption && (next == 'n' || next == 'r')))) i += 2;
            else return i;
        }
    }
    /// Behind an equals sign or colon as URLs write it: %3D, %3A, and also %253D.
    std::size_t behindEncodedSign(std::size_t i) const {
        if (charAt(i) != '%') return i;
        std::size_t at = i + 1;
        while (m_text.substr(at).starts_with("25")) at += 2;
        const char digit = lower(charAt(at + 1));
        return charAt(at) == '3' && (digit == 'd' || digit == 'a') ? at + 2 : i;
    }

    bool value(Found& out, std::size_t nameEnd) const {
        std::size_t at = behindQuote(nameEnd);
        const bool wasQuoted = at > nameEnd, isOption = out.name.starts_with('-');
        if (wasQuoted && charAt(at) == ']') ++at;  // environ["NAME"] = …
        const std::size_t sign = behindSpace(at, isOption);
        if ((charAt(sign) == '=' || charAt(sign) == ':') && charAt(sign + 1) != ':') {
            at = sign + 1;
            if (charAt(at) == '=' || charAt(at) == '>') ++at;  // == and =>
        } else if (const std::size_t encoded = behindEncodedSign(sign); encoded > sign) {
            at = encoded;
        } else if (isOption && wasQuoted && charAt(sign) == ',') {
            at = sign + 1;  // ["--password", "…"]
        } else if (!isOption || sign == at || m_text.substr(sign).starts_with("--")) {
            return false;  // another option follows
        }
        out.begin = behindSpace(at, isOption);
        return findEnd(out);
    }

    bool findEnd(Found& out) const {
        const std::size_t inside = behindQuote(out.begin);
        if (inside > out.begin) {
            const bool escaped = m_text[out.begin] == '\\';
            const char mark = m_text[inside - 1];
            out.begin = inside;
            std::size_t end = inside;
            for (; end < m_text.size(); ++end) {
                const bool backslash = m_text[end] == '\\';
                if (escaped && backslash && charAt(end + 1) == mark) break;
                if (backslash) ++end;
                else if (m_text[end] == mark) break;
            }
            out.end = std::min(end, m_text.size());
        } else if (isHeader(out.name)) {
            out.end = std::min(m_text.find_first_of("\"'\r\n", out.begin), m_text.size());
        } else {
            out.end = out.begin;
            while (out.end < m_text.size() && !endsBare(out.end)) ++out.end;
        }
        return out.end > out.begin;
    }

    /// Authorization: Bearer …, Cookie: a=b; c=d
    static bool isHeader(std::string_view name) {
        const std::string words = wordsOf(name);
        return endsWithOne(words, {"authorization", "cookie"});
    }

    /// A comma or bracket may belong to the value: it ends there only where something else begins.
    bool endsBare(std::size_t i) const {
        const char c = m_text[i];
        if (isSpace(c) || c == '\n' || c == '\r' || c == '\0' || c == '&' || isQuote(c)) return true;
        if (c == '\\') return isQuote(charAt(i + 1));
        if (std::string_view(",;)]}").find(c) == std::string_view::npos) return false;
        const std::size_t next = i + 1;
        if (next >= m_text.size() || !isName(m_text[next])) return true;
        std::size_t end = next;
        while (end < m_text.size() && isName(m_text[end])) ++end;
        return charAt(end) == '=' || charAt(end) == ':';
    }

    std::string_view m_text;
};

}  // namespace

NameKind nameKind(std::string_view name) {
    const std::string words = wordsOf(name);
    if (words.size() < 4) return NameKind::Any;
    if (holdsOne(words, {"password",    "passwd",     "passphrase",     "passcode",    "secret",
                         "apikey",      "api key",    "access key",     "accesskey",   "private key",
                         "privatekey",  "credential", "encryption key", "signing key", "account key",
                         "license key", "wandb key",  "auth key",       "authkey",     " pwd "}))
        return NameKind::Secret;
    if (endsWithOne(words, {"authorization", "jwt", "db pass", "user pass", "smtp pass", "pgpass", "requirepass",
                            "masterauth", "cookie"}))
        return NameKind::Secret;
    if (endsWithOne(words, {"token", "session", "sessionid", "session id", "jsessionid", "phpsessid", "sid", "auth",
                            "pass", "pw", "otp", "pat", "netrc", "bearer"}))
        return NameKind::Perhaps;
    if (endsWithOne(words, {"serial", "serialnumber", "serial number", "serial no", "board id", "uuid", "guid",
                            "machine id", "machineid", "mac", "macaddr", "mac address", "gpu id string", "asset tag"}))
        return NameKind::Serial;
    if (endsWithOne(words, {"host",   "hostname",   "host name",   "nodename",       "node name",   "nodelist",
                            "server", "endpoint",   "master addr", "master address", "ip",          "ip addr",
                            "ipaddr", "ip address", "ipaddress",   "fqdn",           "domain name", "cluster name",
                            "remote", "origin",     "registry",    "proxy"}))
        return NameKind::Machine;
    return NameKind::Any;
}

bool isSerial(NameKind kind, std::string_view value) {
    constexpr std::size_t kShortest = 7;  // digits; fewer count something
    return kind == NameKind::Serial && value.size() >= kShortest &&
           value.find_first_not_of("0123456789-") == value.npos;
}

std::string replaceSecretForms(std::string_view text, const Replace& replace) {
    return secretForms().replace(text, [&](std::size_t, std::string_view found) { return replace(found); });
}

std::string replaceNamedValues(std::string_view text,
                               const std::function<std::string(NameKind, std::string_view)>& replace) {
    const NamedValues values(text);
    std::string out;
    std::size_t done = 0, at = 0;
    for (NamedValues::Found found; values.next(at, found);) {
        const NameKind kind = nameKind(found.name);
        const std::string_view value = text.substr(found.begin, found.end - found.begin);
        constexpr std::string_view kNothing[] = {"null", "none", "None", "true", "false", "True", "False", "…", "nil"};
        const bool says = std::find(std::begin(kNothing), std::end(kNothing), value) == std::end(kNothing) &&
                          (kind == NameKind::Secret || !isPlain(value) || isSerial(kind, value));
        if (!says) continue;
        out.append(text.substr(done, found.begin - done)).append(replace(kind, value));
        done = at = found.end;
    }
    return out.append(text.substr(done));
}

}  // namespace importers::exporting
