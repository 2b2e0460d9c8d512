// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub_secrets.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "model/base/ascii.h"

namespace importers::exporting {

using model::containsAny;
using model::isHexDigit;
using model::lower;

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

/// … "name=value, name="value"", the first of which has one of these names.
std::string parameters(std::string_view first) {
    constexpr std::string_view kValue = R"([a-z0-9_*-]*\s*=\s*(?:\\*"[^"\n]*"?|\\*'[^'\n]*'?|[^\s"',]+))";
    return R"([ :]+()" + std::string(first).append(kValue) + R"((?:\s*,\s*[a-z])" + std::string(kValue) + R"()*))";
}

/// Private keys, and what schemes of HTTP prove an account with.
std::vector<std::string> secretsOfHttp() {
    return {
        R"((-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\z)))",
        R"(\b(eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){0,4}))",  // JSON Web Token
        R"((?i)\bbearer[ :]+["']?([A-Za-z0-9+/=._~-]{6,}))",
        // Schemes of HTTP, with parameters (words of everyday have one of their own behind them) …
        R"((?i)\b(?:HOBA|SCRAM-[A-Z0-9-]+|vapid|OAuth|Hawk|Concealed|PrivateToken|AWS4-[A-Z0-9-]+))" +
            parameters("[a-z]"),
        R"((?i)\b(?:Digest|Mutual|Signature|Basic|Bearer))" +
            parameters("(?:username|user|realm|domain|nonce|nextnonce|rspauth|response|opaque|cnonce|uri|qop|sid|kc1|"
                       "ks1|vkc|vks|keyid|kid|credential|scope|error)"),
        // … or with one token
        R"(\b(?:Basic|basic|BASIC|Digest|Negotiate|NTLM|ApiKey)[ :]+["']?)"
        R"(([A-Za-z0-9+/]{6,}={1,2}|[A-Za-z0-9+/]*[a-z][A-Z][A-Za-z0-9+/]{6,}|[A-Za-z0-9+/]*[0-9][A-Za-z0-9+/]{8,}))",
        R"(\b(?:OAuth|DPoP|GNAP)[ :]+["']?([A-Za-z0-9+/_.~-]*[0-9][A-Za-z0-9+/_.~-]*={0,2})(?:$|[\s"',;)\]}]))",
        R"(\bSharedKey(?:Lite)? +["']?([^\s"':]+:[^\s"',]+))",  // Azure
    };
}

/// Tokens that their makers gave a form of their own.
std::vector<std::string> secretsByForm() {
    return {
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
    };
}

/// What words around it call a secret.
std::vector<std::string> secretsByWords() {
    return {
        R"((?i)\b(?:api|access|secret|private|account|license|encryption|signing|auth) key(?: id)?["']?)"
        R"((?: *(?:[:=\x{FF1A}\x{FF1D}]|-+>|→)+ *(?:(?:is|was) +)?| +(?:is|was)(?: now| set to)?:? +))"
        R"(["']?([^\s"',;]+))",
        // Whose it is: "the password for alice is …"
        R"((?i)\b(?:password|passwd|passphrase|passcode|secret|(?:api|access|private|secret) key) (?:for|of) [^\s:=]+)"
        R"((?: [^\s:=]+)??(?: *(?:[:=]|->) *| (?:is|was)(?: now| set to)? )["']?([^\s"',;]+))",
        // Chinese words, behind which no blank need be
        R"((?:密码|口令|令牌|密钥|秘钥|凭据|凭证)["']?\s*(?:[:=\x{FF1A}\x{FF1D}]|-+>|→|是|为)+\s*)"
        R"(["'“]?([^\s"',;“”,。;]+))",
    };
}

/// Of addresses, connections, files of settings and lists of variables.
std::vector<std::string> secretsOfConnections() {
    return {
        R"([A-Za-z][A-Za-z0-9+.-]*://([^\s/@:"'<>]*:[^\s/@"'<>]+)@)",  // https://user:password@host
        // … and without a scheme, where what follows is a place: host.domain, host:port, tcp(…), /database
        R"((?:^|[\s"'=(,;])([^\s/@:"'<>=(,;]+:[^\s/@:"'<>][^\s/@"'<>]*)@)"
        R"((?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|[A-Za-z0-9-]+:[0-9]{2,5}|localhost|\[|(?:tcp|unix)\(|/[A-Za-z]))",
        R"((?i)\b(?:jdbc:oracle:[a-z0-9]+:|sqlplus\s(?:-\S+\s)*|userid=)["']?([^\s/@"']+/[^\s@"']+))",
        // Of a connection, whose account is half of what opens it
        R"((?i)\b(?:user ?id|uid|user ?name|user)\s*=\s*["']?([^;"'\s]+)["']?[;\s]\s*)"
        R"((?:[a-z ]+=[^;"'\s]*[;\s]\s*){0,4}(?:password|pwd)\s*=)",
        R"((?i)\b(?:password|pwd)\s*=[^"'\n]*?[;\s](?:user ?id|uid|user ?name|user)\s*=\s*["']?([^;"'\s]+))",
        R"((?i)\b(?:login|user|account)\s+\S+\s+(?:password|passwd)\s+["']?([^\s"']+))",  // .netrc
        R"((?i)\bidentified\s+by\s+["']?([^\s"';]+))",
        R"((?i)[?&](?:sig|signature|x-(?:amz|goog)-(?:signature|credential))=([^&\s"'#<>]+))",
        R"((?i)<[a-z0-9_:.-]*(?:password|passwd|passphrase|secret|token|credentials?|(?:api|access|private)[_-]?key)>)"
        R"(\s*([^<\s](?:[^<]*[^<\s])?)\s*</)",
        R"((?i)\b(?:name|key)["']?\s*[:=]\s*["']?[a-z0-9_.-]*)"
        R"((?:password|passwd|secret|_token|(?:api|access|private)_?key)["']?\s*,?\s*["']?value["']?\s*[:=])"
        R"(\s*["']?([^\s"',}]+))",  // lists of variables
    };
}

/// Arguments of commands that are documented to take a secret there.
std::vector<std::string> secretsOfCommands() {
    return {
        R"(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&\n]*?\s-p ?([^\s"'-][^\s"']*))",
        R"(\b(?:curl|wget|http|https)\b[^|;&\n]*?\s(?:-u|-U|--user|--proxy-user)[ =]?["']?([^\s"'-][^\s"']*))",
        R"(\b(?:redis-cli|valkey-cli)\b[^|;&\n]*?\s-a ?["']?([^\s"'-][^\s"']*))",
        R"(\b(?:ldapsearch|ldapmodify|ldapadd)\b[^|;&\n]*?\s-w ?["']?([^\s"'-][^\s"']*))",
        R"(\bsqlcmd\b[^|;&\n]*?\s-P ?["']?([^\s"'-][^\s"']*))",
    };
}

/// What is in the first group of parentheses is the secret.
const Forms& secretForms() {
    static const Forms kForms([] {
        std::vector<std::string> all;
        for (auto* some : {secretsOfHttp, secretsByForm, secretsByWords, secretsOfConnections, secretsOfCommands})
            for (std::string& form : some()) all.push_back(std::move(form));
        return withEscapes(std::move(all));
    }());
    return kForms;
}

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLetterOrDigit(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'); }
bool isName(char c) { return isLetterOrDigit(c) || c == '_' || c == '-' || c == '.'; }
bool isSpace(char c) { return c == ' ' || c == '\t'; }
bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

/// The words of a name, in small letters with a blank before and behind each: " aws secret access key ".
std::string wordsOf(std::string_view name) {
    std::string out = " ";
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool first = isUpper(name[i]) &&
                           (i == 0 || !isUpper(name[i - 1]) ||
                            (i + 1 < name.size() && isLetterOrDigit(name[i + 1]) && lower(name[i + 1]) == name[i + 1]));
        const bool hump = first && i > 0 && isLetterOrDigit(name[i - 1]);
        if ((hump || !isLetterOrDigit(name[i])) && out.back() != ' ') out += ' ';
        if (isLetterOrDigit(name[i])) out += lower(name[i]);
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
            if (at > 0 && m_text[at - 1] == '%' && isHexDigit(charAt(at)) && isHexDigit(charAt(at + 1)))
                at += 2;  // %26name
            std::size_t end = at;
            while (end < m_text.size() && isName(m_text[end])) ++end;
            out.name = m_text.substr(at, end - at);
            at = end;
            if (out.name.empty()) continue;
            if (value(out, end)) return true;
        }
        return false;
    }

private:
    char charAt(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\0'; }
    std::size_t backslashes(std::size_t i) const {
        return std::min(m_text.find_first_not_of('\\', i), m_text.size()) - std::min(i, m_text.size());
    }
    /// Behind a quotation mark that may stand there, with backslashes before it where it is in a text of JSON within
    /// JSON.
    std::size_t behindQuote(std::size_t i) const {
        if (const std::string_view rest = m_text.substr(i); rest.starts_with("%22") || rest.starts_with("%27"))
            return i + 3;
        const std::size_t mark = i + backslashes(i);
        return isQuote(charAt(mark)) ? mark + 1 : i;
    }
    /// Where what is quoted from `i` on ends; the end of the text where nothing ends it. A mark with more backslashes
    /// before it than the one that opens is of the text within.
    std::size_t endOfQuoted(std::size_t i) const {
        if (charAt(i) == '%') return std::min(m_text.find(m_text.substr(i, 3), i + 3), m_text.size());
        const std::size_t open = backslashes(i);
        const char mark = m_text[i + open];
        for (std::size_t at = i + open + 1; at < m_text.size(); ++at) {
            const std::size_t run = backslashes(at);
            at += run;
            if (charAt(at) == mark && (run < open || (run - open) % (2 * (open + 1)) == 0))
                return at - std::min(run, open);
        }
        return m_text.size();
    }
    /// Behind blanks, also such as model::safeText() has made visible; for an option the end of a line is one.
    std::size_t behindSpace(std::size_t i, bool isOption) const {
        for (;;) {
            const char c = charAt(i), next = charAt(i + 1);
            if (isSpace(c) || (isOption && (c == '\n' || c == '\r'))) ++i;
            else if (m_text.substr(i).starts_with("%20")) i += 3;
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

    /// Behind a sign that gives a name its value: = : := == => and the same in full width; `i` where there is none, as
    /// before the :: of C++.
    std::size_t behindSign(std::size_t i) const {
        for (const std::string_view wide : {"\uFF1A", "\uFF1D"})
            if (m_text.substr(i).starts_with(wide)) return i + wide.size();
        if ((charAt(i) != '=' && charAt(i) != ':') || charAt(i + 1) == ':') return behindEncodedSign(i);
        return charAt(i + 1) == '=' || charAt(i + 1) == '>' ? i + 2 : i + 1;
    }
    /// Behind -> --> → of which a dash may have been taken for a part of the name.
    std::size_t behindArrow(std::size_t i) const {
        if (m_text.substr(i).starts_with("→")) return i + std::string_view("→").size();
        std::size_t at = i;
        while (charAt(at) == '-') ++at;
        const bool isArrow = charAt(at) == '>' && at > 0 && m_text[at - 1] == '-';
        return isArrow ? at + 1 : i;
    }
    /// Behind "is", "was now", "has been set to".
    std::size_t behindVerb(std::size_t i) const {
        constexpr std::string_view kFirst[] = {"is",      "was", "are", "were",    "equals", "became",
                                               "becomes", "has", "set", "changed", "reset"},
                                   kLast[] = {"is",      "was",  "are", "were", "equals", "became",
                                              "becomes", "been", "to",  "now",  "still"};
        const auto isOne = [](std::string_view word, const auto& words) {
            return std::find(std::begin(words), std::end(words), word) != std::end(words);
        };
        std::size_t out = i, at = i;
        for (int most = 4; most > 0; --most) {
            std::size_t end = at;
            std::string word;
            while (isLetterOrDigit(charAt(end))) word += lower(charAt(end++));
            const bool goesOn = isOne(word, kLast) || isOne(word, kFirst);
            const std::size_t next = behindSpace(end, false);
            if (!goesOn || (at == i && !isOne(word, kFirst))) return out;
            if (!isOne(word, kLast)) out = i;  // "is set" tells nothing, "is set to" does
            else if (next > end || behindSign(end) > end) out = end;
            if (next == end) return out;
            at = next;
        }
        return out;
    }
    /// Behind all that says that a value follows: "password: is …", "password is: …". A sign is no sentence.
    std::size_t behindJoints(std::size_t i, bool isOption, bool& isSaid) const {
        std::size_t at = i;
        for (int most = 3; most > 0; --most) {
            const std::size_t from = behindSpace(at, isOption);
            std::size_t end = behindSign(from);
            if (end > from) isSaid = false;
            else if (isOption) break;  // "--password is": that is the password
            else if ((end = behindArrow(from)) == from && (from > at || at > i)) end = behindVerb(from);
            if (end == from) break;
            at = end;
        }
        return at;
    }

    bool value(Found& out, std::size_t nameEnd) const {
        std::size_t at = behindQuote(nameEnd);
        const bool wasQuoted = at > nameEnd, isOption = out.name.starts_with('-');
        if (wasQuoted && charAt(at) == ']') ++at;  // environ["NAME"] = …
        const std::size_t sign = behindSpace(at, isOption);
        bool isSaid = !isOption;
        const std::size_t joined = behindJoints(at, isOption, isSaid);
        const bool isQuotedNext = !isOption && !wasQuoted && sign > at && behindQuote(sign) > sign;
        if (joined == at && !isOption && !wasQuoted && !isQuotedNext) return false;
        const NameKind kind = nameKind(out.name);  // looked at last, and before the value, which may be long
        if (kind == NameKind::Any) return false;
        const bool isSecret = kind == NameKind::Secret;
        if (joined > at) {
            at = joined;
        } else if ((isOption || isHeader(out.name)) && wasQuoted && charAt(sign) == ',') {
            at = sign + 1;  // ["--password", "…"]
        } else if (isSecret && isQuotedNext) {
            at = sign;  // password '…'
        } else if (!isOption || sign == at || m_text.substr(sign).starts_with("--")) {
            return false;  // another option follows
        }
        out.begin = behindSpace(at, isOption);
        if (!isSaid) return findEnd(out);
        if (!isNamedSo(out.name, isSecret) || isMember(out.begin, isSecret) || !findEnd(out)) return false;
        return isSecret || !isPlainWord(m_text.substr(out.begin, out.end - out.begin));
    }

    /// Whether a name in a sentence may tell a secret: "the password is …", but not "password_hash_kernel is slow".
    static bool isNamedSo(std::string_view name, bool isSecret) {
        const std::string words = wordsOf(name);
        if (isSecret)
            return endsWithOne(words,
                               {"password",  "passwd",        "passphrase",  "passcode", "secret",      "apikey",
                                "key",       "credential",    "credentials", "pwd",      "jwt",         "authkey",
                                "accesskey", "privatekey",    "pass",        "pgpass",   "requirepass", "masterauth",
                                "cookie",    "authorization", "passwords",   "secrets"});
        return endsWithOne(words, {"token", "auth", "pw", "otp", "pat", "bearer", "sid", "session id", "sessionid"});
    }
    /// Whether what begins there is a member of C++: token->next, secret->get()
    bool isMember(std::size_t i, bool isSecret) const {
        if (m_text[i - 1] != '>') return false;
        while (isLetterOrDigit(charAt(i)) || charAt(i) == '_') ++i;
        return !isSecret || charAt(i) == '(';
    }
    /// A word of the sentence: "token is next", with a capital letter or without.
    static bool isPlainWord(std::string_view value) {
        return std::all_of(value.begin() + 1, value.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 || c == '.' || c == '!' || c == ':';
        });
    }

    /// Behind the bracket that closes the one there; what is quoted does not count. The end of the text if none does.
    std::size_t behindBracket(std::size_t i) const {
        int open = 0;
        for (std::size_t at = i; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if (c == '(' || c == '[' || c == '{') ++open;
            else if ((c == ')' || c == ']' || c == '}') && --open == 0) return at + 1;
            else if (behindQuote(at) > at) at = behindQuoted(at) - 1;
            else if (c == '\\') at += backslashes(at) - 1;
        }
        return m_text.size();
    }
    std::size_t behindQuoted(std::size_t i) const {
        const std::size_t end = endOfQuoted(i);
        return end == m_text.size() ? end : behindQuote(end);
    }

    bool findEnd(Found& out) const {
        const std::size_t inside = behindQuote(out.begin);
        if (inside > out.begin) {
            out.end = endOfQuoted(out.begin);
            out.begin = inside;
        } else if (isHeader(out.name)) {
            out.end = endOfHeader(out.begin);
        } else if (const char c = charAt(out.begin); c == '(' || c == '[' || c == '{') {
            out.end = behindBracket(out.begin);  // auth=("…", "…")
        } else {
            out.end = out.begin;
            while (out.end < m_text.size() && !endsBare(out.end)) ++out.end;
        }
        return out.end > out.begin;
    }

    /// To the end of the line, or to the mark that ends the quotation in which it stands. Those behind an equals sign
    /// are its own: Digest username="alice", response="…"
    std::size_t endOfHeader(std::size_t i) const {
        std::size_t at = i;
        if (const char c = charAt(i); c == '(' || c == '[' || c == '{') at = behindBracket(i);
        while (at < m_text.size() && m_text[at] != '\r' && m_text[at] != '\n') {
            if (behindQuote(at) == at) {
                at += std::max<std::size_t>(backslashes(at), 1);
                continue;
            }
            std::size_t before = at;
            while (before > i && isSpace(m_text[before - 1])) --before;
            if (before == i || m_text[before - 1] != '=') return at;
            at = behindQuoted(at);
        }
        return at;
    }

    /// Authorization: Bearer …, Cookie: a=b; c=d
    static bool isHeader(std::string_view name) {
        const std::string words = wordsOf(name);
        return endsWithOne(
            words, {"authorization", "www authenticate", "proxy authenticate", "authentication info", "cookie"});
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
    if (containsAny(words, {"password",    "passwd",     "passphrase",     "passcode",    "secret",
                            "apikey",      "api key",    "access key",     "accesskey",   "private key",
                            "privatekey",  "credential", "encryption key", "signing key", "account key",
                            "license key", "wandb key",  "auth key",       "authkey",     " pwd "}))
        return NameKind::Secret;
    if (endsWithOne(words,
                    {"authorization", "www authenticate", "proxy authenticate", "authentication info", "jwt", "db pass",
                     "user pass", "smtp pass", "pgpass", "requirepass", "masterauth", "cookie", "cookies"}))
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
