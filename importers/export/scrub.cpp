// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "importers/export/scrub_machines.h"
#include "importers/export/scrub_names.h"
#include "importers/export/scrub_secrets.h"
#include "importers/export/scrub_text.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"
#include "model/base/work_names.h"
#include "model/query/autograd.h"
#include "model/query/health.h"
#include "model/store/file_facts.h"
#include "model/workload/names.h"

namespace importers {

using model::containsAny;
using model::isDigit;
using model::lower;

namespace {
constexpr std::array<std::string_view, kScrubParts> kKeys{"paths",   "users",   "hosts", "commands", "environment",
                                                          "secrets", "sources", "names", "pids"};
}

std::string_view scrubKey(ScrubPart part) { return kKeys[static_cast<std::size_t>(part)]; }

std::string scrubKeys() { return fmt::format("{}", fmt::join(kKeys, ", ")); }

model::Result<ScrubParts> scrubParts(std::string_view list) {
    ScrubParts out = 0;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string_view word = list.substr(at, end - at);
        const auto found = std::find(kKeys.begin(), kKeys.end(), word);
        if (word == "all") out |= kFullScrub;
        else if (word == "usual") out |= kUsualScrub;
        else if (found != kKeys.end()) out |= scrubBit(static_cast<ScrubPart>(found - kKeys.begin()));
        else return model::refused({model::MessageCode::NothingToTakeOut, {word, scrubKeys()}});
        at = end + 1;
    }
    return out;
}

namespace exporting {

using model::Entity;
using model::TrackKind;

namespace {

/// Whether a fact with that key, in small letters, is the name of a machine.
bool namesHost(std::string_view key) {
    return key == "host" || key == model::file_fact::kHost || containsAny(key, {"hostname", "nodename"});
}
/// The number of a process in the key of a fact: "joined.42", "cupti (42)"; empty where there is none. Captures of
/// older versions have "untraced.42".
std::string_view numberIn(std::string_view key) {
    for (const std::string_view kind : {"joined.", "silent.", "untraced.", "lost.", "flushed."})
        if (key.starts_with(kind)) return key.substr(kind.size());
    const std::size_t open = key.rfind('(');
    return open != key.npos && key.ends_with(')') ? key.substr(open + 1, key.size() - open - 2) : std::string_view();
}
/// The numbers of processes in a message.
void addProcesses(const model::Message& message, std::set<std::int64_t>& numbers) {
    for (const model::Argument& a : message.arguments) {
        if (a.unit == model::Argument::Unit::Process && a.number > 0) numbers.insert(a.number);
        if (a.message()) addProcesses(*a.message(), numbers);
    }
}

/// What frameworks write behind an operator, as ", seq = 12, op_id = 7".
bool isOfNumbers(std::string_view text) {
    std::string rest(text);
    for (const std::string_view key : {"stashed seq", "seq", "input_op_ids", "op_id", "sizes"})
        for (std::size_t at = rest.find(key); at != rest.npos; at = rest.find(key)) rest.erase(at, key.size());
    return rest.find_first_not_of(" ,=()[]0123456789") == rest.npos;
}

/// Names of accounts and machines that everybody has; and words so short or common that they say nothing.
bool isNobody(std::string_view name) {
    constexpr std::string_view kNames[] = {"root",   "user",   "users",     "ubuntu", "admin",   "runner", "docker",
                                           "jovyan", "nvidia", "public",    "shared", "default", "data",   "test",
                                           "work",   "home",   "localhost", "git",    "mail",    "info",   "noreply"};
    return name.size() < 3 || isPlain(name) ||
           std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

Scrubber::Scrubber(const model::Snapshot& report, ScrubParts parts, std::shared_ptr<StandIns> standIns)
    : m_parts(parts), m_standIns(standIns ? std::move(standIns) : std::make_shared<StandIns>()) {
    m_ofAnybody = containsAny(report.info().formatKey, {"chrome", "html", "merged"});
    learn(report);
}

void Scrubber::learn(const model::Snapshot& report) {
    const model::ReportInfo& info = report.info();
    const auto strings = report.store().strings().count();
    for (model::StringId id = 1; id <= strings; ++id) learnUsers(report.text(id)), learnForms(report.text(id));
    const auto learnFact = [&](const std::pair<std::string, std::string>& fact) {
        const std::string key = lower(fact.first);
        learnUsers(fact.second);
        learnForms(fact.second);
        if (containsAny(key, {"user", "login"}) && !isNobody(fact.second)) m_users.push_back(fact.second);
        if (namesHost(key)) learnHost(fact.second);
    };
    for (const auto& fact : info.session_facts) learnFact(fact);
    std::set<std::int64_t> numbers;
    const auto learnKey = [&](const model::TrackKey& key) {
        for (const std::int64_t n : {key.pid, key.tid})
            if (n > 0) numbers.insert(n);
    };
    // Processes that have no row: the launcher, and those that only said hello.
    for (const auto& [key, value] : info.session_facts)
        for (const std::string_view text :
             {key == "pid" ? std::string_view(value) : std::string_view(), numberIn(key)}) {
            std::int64_t n = 0;
            std::from_chars(text.data(), text.data() + text.size(), n);
            if (n > 0) numbers.insert(n);
        }
    for (const model::Diagnostic& d : report.store().diagnostics().list()) addProcesses(d.subject, numbers);
    for (const Entity& e : info.entities) {
        if (e.type == Entity::Type::Host) learnHost(e.name);
        else learnUsers(e.name), learnForms(e.name);
        for (const auto& fact : e.facts) learnFact(fact);
        learnKey(e.key);
    }
    for (const model::Track& t : report.tree().tracks) {
        if (t.kind == TrackKind::Host) learnHost(report.text(t.name));
        learnKey(t.key);
    }
    // In their order, so that rows keep theirs.
    if (has(ScrubPart::Pids))
        for (const std::int64_t n : numbers) number("pid", n);
    for (auto* list : {&m_users, &m_hosts}) {
        std::sort(list->begin(), list->end(),
                  [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
}

void Scrubber::learnUsers(std::string_view text) {
    for (const std::string_view home : {"/home/", "/Users/", "\\Users\\", "/users/"})
        for (std::size_t at = text.find(home); at != text.npos; at = text.find(home, at + 1)) {
            const std::size_t begin = at + home.size();
            const std::string_view name = text.substr(begin, text.find_first_of("/\\ \t\n\"':;,()", begin) - begin);
            if (!isNobody(name)) m_users.emplace_back(name);
        }
}

// "node7.example.org" is called "node7" too.
void Scrubber::learnHost(std::string_view name) {
    if (isNobody(name)) return;
    m_hosts.emplace_back(name);
    if (const std::string_view first = name.substr(0, name.find('.')); first.size() < name.size() && !isNobody(first))
        m_hosts.emplace_back(first);
}

// A name that stands alone elsewhere: of user@host, of an URL. Only where it is hardly a word.
void Scrubber::learnForms(std::string_view text) {
    if (text.find('@') == text.npos && text.find("://") == text.npos) return;
    const auto learn = [&](std::string_view address) {
        const std::string_view host = hostOf(address);
        const std::string_view first = host.substr(0, host.find('.'));
        if (isPublicAddress(address)) return std::string(address);
        if (first.find_first_of("-0123456789") != first.npos) learnHost(host);
        else if (first.size() < host.size() && !isNobody(host)) m_hosts.emplace_back(host);
        return std::string(address);
    };
    if (has(ScrubPart::Hosts))
        replaceMachines(text, {}, [&](MachineForm form, std::string_view found) {
            return form == MachineForm::Url ? learn(found) : std::string(found);
        });
    replaceAccounts(text, [&](std::string_view found) {
        if (const std::string_view user = found.substr(0, found.find_first_of("@%"));
            !isNobody(user) && user.size() > 3)
            m_users.emplace_back(user);
        return learn(found);
    });
}

std::string Scrubber::alias(ScrubPart part, std::string_view noun, std::string_view text) {
    m_seen[static_cast<std::size_t>(part)].emplace(text);
    return standIn(part, fmt::format("{}_", noun), text);
}

// A number right behind the noun is none that counts up: what has different names is not compared as one.
std::string Scrubber::aliasOfName(std::string_view noun, std::string_view name) {
    m_seen[static_cast<std::size_t>(ScrubPart::Names)].emplace(name);
    const std::string general = model::diff::generalName(name), same = standIn(ScrubPart::Names, noun, general);
    return general == name ? same : standIn(ScrubPart::Names, same + ' ', name);
}

std::string Scrubber::standIn(ScrubPart part, std::string_view before, std::string_view text) {
    const auto [at, fresh] = m_standIns->texts.try_emplace(fmt::format("{}:{}", static_cast<unsigned>(part), text));
    if (fresh)
        at->second = fmt::format("{}{}", before, ++m_standIns->used.try_emplace(std::string(before), 0).first->second);
    return at->second;
}

std::int64_t Scrubber::number(std::string_view noun, std::int64_t value) {
    if (!has(ScrubPart::Pids) || value <= 0) return value;
    m_seen[static_cast<std::size_t>(ScrubPart::Pids)].insert(std::to_string(value));
    const auto [at, fresh] = m_standIns->numbers.try_emplace({noun == "tid" ? "pid" : std::string(noun), value}, 0);
    if (fresh) at->second = static_cast<std::int64_t>(++m_standIns->used.try_emplace("number", 0).first->second);
    return at->second;
}

std::string Scrubber::folder(std::string_view folder) { return alias(ScrubPart::Paths, "folder", folder); }

std::string Scrubber::path(std::string_view path, bool isFile) {
    std::string_view keep;
    if (isPublicPath(path, keep)) {
        if (keep.size() < path.size()) m_seen[static_cast<std::size_t>(ScrubPart::Paths)].emplace(path);
        return std::string(keep);
    }
    while (path.size() > 1 && (path.back() == '/' || path.back() == '\\')) path.remove_suffix(1);
    const std::size_t at = baseOf(path);
    const std::string_view base = path.substr(at), ending = endingOf(base);
    if (ending.empty() && !isFile) return folder(path);
    const std::string name = has(ScrubPart::Names) && !isPublicModule(base)
                                 ? alias(ScrubPart::Names, "file", path) + std::string(ending)
                                 : std::string(base);
    if (isFile) m_files.try_emplace(std::string(base), name);
    return at == 0 ? name : folder(path.substr(0, at)) + '/' + name;
}

std::string Scrubber::file(std::string_view path) {
    if (!has(ScrubPart::Paths)) return text(path);
    if (path.empty() || path[0] == '[') return text(path);
    const std::string known = withoutMachines(withoutSecrets(path, {}), {});
    return withoutPeople(this->path(known, true));
}

std::string Scrubber::text(std::string_view text, std::string_view name) {
    if (has(ScrubPart::Sources) && isSql(text)) return alias(ScrubPart::Sources, "sql", text);
    // First what paths are parts of: an URL, a mount.
    std::string out = withoutMachines(withoutSecrets(text, name), name);
    const bool urlsStay = has(ScrubPart::Hosts);  // those that are left are public
    if (has(ScrubPart::Paths))
        out = replacePaths(out, urlsStay, [&](std::string_view path) { return this->path(path, false); });
    return withoutPeople(std::move(out));
}

std::string Scrubber::withoutSecrets(std::string_view text, std::string_view name) {
    const auto hidden = [&](std::string_view secret) {
        m_seen[static_cast<std::size_t>(ScrubPart::Secrets)].emplace(secret);
        return std::string("…");
    };
    if (!has(ScrubPart::Secrets) || text.empty()) return std::string(text);
    const NameKind kind = nameKind(name);
    if (kind == NameKind::Secret || (kind == NameKind::Perhaps && !isPlain(text))) return hidden(text);
    return replaceNamedValues(replaceSecretForms(text, hidden), [&](NameKind what, std::string_view value) {
        return what == NameKind::Secret || what == NameKind::Perhaps ? hidden(value) : std::string(value);
    });
}

std::string Scrubber::withoutMachines(std::string_view text, std::string_view name) {
    std::string out(text);
    if (has(ScrubPart::Users) || has(ScrubPart::Hosts))
        out = replaceAccounts(out, [&](std::string_view account) {
            return alias(has(ScrubPart::Users) ? ScrubPart::Users : ScrubPart::Hosts, "account", account);
        });
    if (!has(ScrubPart::Hosts)) return out;
    const auto named = [&](NameKind what, std::string_view value) {
        const bool tells = (what == NameKind::Machine || what == NameKind::Serial) && !value.starts_with("0x");
        return tells ? alias(ScrubPart::Hosts, what == NameKind::Machine ? "host" : "id", value) : std::string(value);
    };
    const NameKind kind = nameKind(name);
    const bool says = (kind == NameKind::Serial || kind == NameKind::Machine) && !isPlain(out);
    if (says || isSerial(kind, out)) return named(kind, out);
    return replaceMachines(replaceNamedValues(out, named), name, [&](MachineForm form, std::string_view found) {
        switch (form) {
        case MachineForm::Url:
            if (isPublicAddress(found)) return std::string(found);
            return std::string(found.substr(0, found.find(':'))) + "://" + alias(ScrubPart::Hosts, "address", found);
        case MachineForm::Host:
            // That of a public URL, which was left as it is.
            return isPublicAddress(fmt::format("https://{}/", found)) ? std::string(found)
                                                                      : alias(ScrubPart::Hosts, "host", found);
        case MachineForm::Address: return alias(ScrubPart::Hosts, "address", found);
        case MachineForm::Id: break;
        }
        return alias(ScrubPart::Hosts, "id", found);
    });
}

std::string Scrubber::withoutPeople(std::string out) {
    const auto count = [&](ScrubPart part, std::string_view what) {
        m_seen[static_cast<std::size_t>(part)].emplace(what);
    };
    if (has(ScrubPart::Environment))
        out = replaceAssignments(
            out, [&](std::string_view value) { return count(ScrubPart::Environment, value), std::string("…"); });
    const auto replaceAll = [&](ScrubPart part, std::string_view noun, const std::vector<std::string>& words) {
        if (!has(part)) return;
        for (const std::string& word : words)
            if (out.find(word) != out.npos) out = replaceWord(out, word, alias(part, noun, word));
    };
    replaceAll(ScrubPart::Users, "user", m_users);
    replaceAll(ScrubPart::Hosts, "host", m_hosts);
    return out;
}

std::string Scrubber::named(std::string_view noun, std::string_view text) {
    return has(ScrubPart::Names) && !isPlain(text) ? aliasOfName(noun, text) : this->text(text);
}

std::string Scrubber::kernel(std::string_view name) {
    std::string_view base;
    if (!has(ScrubPart::Names) || isPlain(name)) return text(name);
    const bool isPublic = isPublicKernel(name, base);
    if (isPublic && base.empty()) return text(name);
    m_seen[static_cast<std::size_t>(ScrubPart::Names)].emplace(name);
    // However a tool spells it.
    return standIn(ScrubPart::Names, isPublic ? fmt::format("{}_", base) : "kernel", model::canonicalKernelName(name));
}

std::string Scrubber::event(TrackKind kind, std::string_view name) {
    const std::string_view noun = nounOf(kind);
    if (noun == "kernel" && kind != TrackKind::StreamGraphs) return kernel(name);
    if (!has(ScrubPart::Names) || noun.empty() || isPublicEvent(kind, name)) return text(name);
    const std::string_view plain = model::operatorNameIn(name), numbers = name.substr(plain.size());
    return isOfNumbers(numbers) ? named(noun, plain) + std::string(numbers) : named(noun, name);
}

std::string Scrubber::symbol(std::string_view symbol, std::string_view module) {
    return isPublicModule(module) || symbol.starts_with("0x") ? text(symbol) : named("function", symbol);
}

std::string Scrubber::source(std::string_view text) {
    if (!has(ScrubPart::Sources) || text.empty()) return this->text(text);
    m_seen[static_cast<std::size_t>(ScrubPart::Sources)].emplace(text);
    return {};
}

std::string Scrubber::ofProfile(std::string_view text) {
    using Kind = model::RuleTextPart::Kind;
    const auto ofFile = [this](std::string_view where) {
        std::string called = this->text(where);
        for (const auto& [base, name] : m_files)
            if (base != name && called.find(base) != called.npos) called = replaceWord(called, base, name);
        return called;
    };
    std::string out;
    for (const model::RuleTextPart& part : model::ruleTextParts(text)) {
        switch (part.kind) {
        case Kind::Plain: out += this->text(part.text); break;
        case Kind::Section: out += fmt::format("@section:{}:{}@", part.target, part.text); break;
        case Kind::Source: out += fmt::format("@source:{}:{}@", ofFile(part.target), ofFile(part.text)); break;
        case Kind::Url:
            out += isPublicAddress(part.target) ? fmt::format("@url:{}:{}@", part.text, part.target)
                                                : this->text(part.text);
            break;
        }
    }
    return out;
}

// `(name) is the place that a jump or call leads to.
std::string Scrubber::instruction(std::string_view text) {
    const std::size_t label = has(ScrubPart::Names) ? text.find("`(") : text.npos;
    if (label == text.npos) return this->text(text);
    return std::string(text.substr(0, label)) + alias(ScrubPart::Names, "label", text.substr(label));
}

bool Scrubber::isPersonal(TrackKind kind) {
    const std::string_view noun = nounOf(kind);
    return noun == "range" || noun == "event";
}

std::string Scrubber::argumentKey(bool personal, std::string_view key) {
    if (isPublicKey(key)) return std::string(key);
    return has(ScrubPart::Names) || personal ? named("key", key) : text(key);
}

std::string Scrubber::argument(std::string_view key, std::string_view value) {
    if (key == "shortName" || key == "mangledName") return kernel(value);
    if (nameKind(key) == NameKind::Secret && has(ScrubPart::Secrets)) return text(value, key);
    return hasPublicValue(key) || !has(ScrubPart::Names) || isPlain(value) ? text(value, key) : named("text", value);
}

std::int64_t Scrubber::argument(std::string_view key, std::int64_t value) {
    if (has(ScrubPart::Secrets) && nameKind(key) == NameKind::Secret && value != 0) {
        m_seen[static_cast<std::size_t>(ScrubPart::Secrets)].insert(std::to_string(value));
        return 0;
    }
    if (has(ScrubPart::Hosts) && isSerial(nameKind(key), std::to_string(value))) {
        m_seen[static_cast<std::size_t>(ScrubPart::Hosts)].insert(std::to_string(value));
        return 0;
    }
    const std::string name = lower(key);
    if (name == "pid" || name == "tid" || name == "process id" || name == "thread id" || name == "processid" ||
        name == "threadid" || name == "importedmemorypoolprocessid")
        return number("pid", value);
    return containsAny(name, {"globaltid", "globalpid"}) ? number("global", value) : value;
}

model::TrackKey Scrubber::key(model::TrackKey key) {
    key.pid = pid(key.pid);
    key.tid = tid(key.tid);
    return key;
}

std::string Scrubber::pidsIn(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isDigit(text[end])) ++end;
        std::int64_t value = 0;
        if (end > at) std::from_chars(text.data() + at, text.data() + end, value);
        const auto known =
            has(ScrubPart::Pids) && value > 0 ? m_standIns->numbers.find({"pid", value}) : m_standIns->numbers.end();
        end = std::max(end, at + 1);
        if (known != m_standIns->numbers.end()) out += std::to_string(known->second);
        else out += text.substr(at, end - at);
        at = end;
    }
    return out;
}

std::string Scrubber::command(std::string_view line) {
    const std::string_view program = line.substr(0, line.find_first_of(" \t\n"));
    if (!has(ScrubPart::Commands) || program.size() == line.size()) return text(line);
    m_seen[static_cast<std::size_t>(ScrubPart::Commands)].emplace(line);
    return process(program) + " …";
}

std::string Scrubber::process(std::string_view name) {
    if (name.find_first_of(" \t\n") != name.npos && has(ScrubPart::Commands)) return command(name);
    if (has(ScrubPart::Names) && !isPublicModule(name)) return named("process", name);
    if (!has(ScrubPart::Paths)) return text(name);
    const std::string known = withoutSecrets(name, {});  // while what says that there is one is still there
    return text(std::string_view(known).substr(baseOf(known)));
}

std::string Scrubber::track(TrackKind kind, std::string_view name) {
    if (kind == TrackKind::Host)
        return has(ScrubPart::Hosts) && !name.empty() ? alias(ScrubPart::Hosts, "host", name) : text(name);
    if (kind == TrackKind::Process) return pidsIn(process(name));
    const std::string_view noun = kind == TrackKind::Thread                                   ? "thread"
                                  : kind == TrackKind::Stream                                 ? "stream"
                                  : kind == TrackKind::Nvtx || kind == TrackKind::ProcessNvtx ? "domain"
                                                                                              : "row";
    return pidsIn(isPublicRow(kind, name) ? text(name) : named(noun, name));
}

std::string Scrubber::fact(std::string_view key, std::string_view value) {
    const std::string name = lower(key);
    if (containsAny(name, {"command", "cmdline", "typed", "argument"}) || name == "program") return command(value);
    if (containsAny(name, {"environ", "env."}))
        return has(ScrubPart::Environment)
                   ? (m_seen[static_cast<std::size_t>(ScrubPart::Environment)].emplace(value), std::string("…"))
                   : text(value);
    const bool plain = isPlain(value);
    if (has(ScrubPart::Secrets) && nameKind(key) != NameKind::Any && nameKind(key) != NameKind::Machine &&
        nameKind(key) != NameKind::Serial)
        return text(value, key);
    if (has(ScrubPart::Hosts) && namesHost(name)) return alias(ScrubPart::Hosts, "host", value);
    if (has(ScrubPart::Hosts) && containsAny(name, {"uuid", "serial", "macaddr", "machineid", "trace_id"}))
        return alias(ScrubPart::Hosts, "id", value);
    if (has(ScrubPart::Users) && !plain && containsAny(name, {"user", "login"}))
        return alias(ScrubPart::Users, "user", value);
    if (name.starts_with("joined.") || name.starts_with("silent.")) return process(value);
    const std::string out = isPublicFact(key) ||
                                    (value.size() < 8 && (value.starts_with("CPU") || value.starts_with("GPU"))) ||
                                    !has(ScrubPart::Names)
                                ? text(value, key)
                                : named("fact", value);
    return containsAny(name, {"pid"}) ? pidsIn(out) : out;
}

// The keys of a trace as JSON may come from any program; those of others come from profilers.
std::string Scrubber::factKey(std::string_view key) {
    const bool theirs = !m_ofAnybody || isPublicFact(key) || isPublicFactKey(key);
    return pidsIn(theirs ? text(key) : named("fact", key));
}

void Scrubber::entity(Entity& e) {
    e.key = key(e.key);
    switch (e.type) {
    case Entity::Type::Host: e.name = track(TrackKind::Host, e.name); break;
    case Entity::Type::Process: e.name = e.name.empty() ? e.name : track(TrackKind::Process, e.name); break;
    case Entity::Type::Thread: e.name = e.name.empty() ? e.name : track(TrackKind::Thread, e.name); break;
    case Entity::Type::Device: e.name = text(e.name); break;
    default: e.name = e.name.empty() ? e.name : named("stream", e.name);
    }
    // Sizes and limits of devices have no names that people gave.
    for (auto& [key, value] : e.facts) {
        value = e.type == Entity::Type::Device && nameKind(key) == NameKind::Any ? text(value, key) : fact(key, value);
        key = e.type == Entity::Type::Device ? text(key) : factKey(key);
    }
}

void Scrubber::info(model::ReportInfo& info) {
    for (std::string* said : {&info.format, &info.product, &info.productVersion, &info.schemaVersion})
        *said = text(*said);
    info.path = std::string(info.path.substr(baseOf(info.path)));
    for (std::string* name : {&info.path, &info.cut.of}) *name = name->empty() ? *name : named("report", *name);
    for (auto& [key, value] : info.session_facts) {
        value = fact(key, value);
        key = factKey(key);
    }
    for (Entity& e : info.entities) entity(e);
    for (model::ReportInfo::Category& c : info.categories) {
        c.pid = pid(c.pid);
        c.name = named("category", c.name);
    }
    // They lead back to the whole report, which has what was printed.
    info.attachments.clear();
    std::map<model::Message, std::uint64_t> skipped;
    for (const auto& [what, count] : info.skipped) skipped[subject(what)] += count;
    info.skipped = std::move(skipped);
}

model::Message Scrubber::subject(model::Message message) {
    for (model::Argument& a : message.arguments) {
        if (a.unit == model::Argument::Unit::Process) a.number = pid(a.number);
        if (!a.text.empty()) a.text = pidsIn(named("text", a.text));
        for (model::Message& inner : a.phrase) inner = subject(std::move(inner));
    }
    return message;
}

bool Scrubber::note(model::Diagnostic& note) {
    note.example = {};
    switch (note.note) {
    case model::Note::MissingColumn:
    case model::Note::UnknownTable:
        model::rewriteTexts(note.subject, [this](std::string& name) { name = text(name); });
        return true;
    case model::Note::ReportMessage:
        if (const std::string_view words = note.subject.othersText(); has(ScrubPart::Names) && !words.empty()) {
            note.subject = model::knownMessage(words);
            return !note.subject.empty();
        }
        [[fallthrough]];
    default: note.subject = subject(std::move(note.subject)); return true;
    }
}

ScrubCounts Scrubber::counts() const {
    ScrubCounts out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = m_seen[i].size();
    return out;
}

}  // namespace exporting
}  // namespace importers
