// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/bootstrap.h"

#include <fmt/format.h>
#include <random>
#include <string_view>

#include "model/base/messages.h"

#include "sightline_version.h"

namespace app::remote {
namespace {

using std::chrono::seconds;

constexpr std::size_t kMostBefore = 256 << 10;  // bytes that others may print before the script does
constexpr seconds kStepWithin{120};             // of the script: unpacking on a slow disk

/// Prints lines "NONCE key value". A shell has read all of it before any of it runs: what is sent later is for `read`,
/// `head` and the agent.
constexpr std::string_view kScript = R"sh(sightline_boot() {
umask 077
say() { printf '%s %s %s\n' "$nonce" "$1" "$2"; }
own() { [ -d "$1" ] && [ -O "$1" ] && [ -w "$1" ]; }
say machine "$(uname -m)"
say libc "$( (getconf GNU_LIBC_VERSION || ldd --version) 2>&1 | head -n 1)"
home=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
kit= place=
for top in "${home:+$home/sightline}" "${TMPDIR:-/tmp}/sightline-$(id -u)/kit"; do
    [ -n "$top" ] && mkdir -p "$top" 2>/dev/null
    own "$top" && own "${top%/*}" || continue
    if [ -x "$top/$name/sightline" ]; then kit=$top/$name; break; fi
    free=$(df -Pk "$top" 2>/dev/null | tail -n 1 | (read -r a b c d e; echo "$d"))
    [ -n "$place" ] || [ "${free:-$room}" -lt "$room" ] || place=$top
done
if [ -z "$kit" ]; then
    [ -n "$place" ] || { say refused place; return; }
    for tool in head gzip tar; do
        command -v $tool >/dev/null 2>&1 || { say refused "program $tool"; return; }
    done
    new=$place/.$name.$$
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    mkdir "$new" && say send kit
    read -r bytes
    wrong=$( { head -c "$bytes" | gzip -dc 2>/dev/null || touch "$new/damaged"; } | tar -xf - -C "$new" 2>&1) &&
        [ -f "$new/complete" ] && [ ! -f "$new/damaged" ] && wrong=$("$new/sightline" --version 2>&1 >/dev/null) ||
        { say refused "run $wrong"; return; }
    kit=$place/$name
    [ -d "$kit" ] || mv "$new" "$kit"
    rm -rf "$new"
    trap - EXIT HUP INT TERM PIPE
    find "$place" -mindepth 1 -maxdepth 1 -type d -mtime +30 -exec rm -rf {} + 2>/dev/null
fi
wrong=$("$kit/sightline" --version 2>&1 >/dev/null) || { rm -rf "$kit"; say refused "run $wrong"; return; }
touch "$kit" 2>/dev/null
say runs "$kit"
exec "$kit/sightline" agent
}
sightline_boot; exit
)sh";

std::string newNonce() {
    std::random_device random;
    return fmt::format("sightline-{:08x}{:08x}", random(), random());
}

/// A line of the script.
struct Said {
    std::string key, value;
};

class Boot {
public:
    Boot(Connection& connection, const Transport& transport, const Kit& kit, const BootOptions& options)
        : m_connection(connection), m_transport(transport), m_kit(kit), m_options(options), m_nonce(newNonce()) {}

    Outcome<void> run() {
        auto command = m_transport.command;
        command.emplace_back("sh");
        if (auto opened = m_connection.open(command); !opened) return opened;
        if (auto sent = m_connection.send(script()); !sent) return sent;
        seconds within = m_options.firstAnswerWithin;
        for (;; within = kStepWithin) {
            const auto said = next(within);
            if (!said) return tl::unexpected(said.error());
            if (said->key == "runs") return {};
            if (said->key == "machine") m_machine = said->value;
            if (said->key == "libc") m_libc = said->value;
            if (said->key == "refused") return refusal(whyRefused(said->value));
            if (said->key != "send") continue;
            if (model::Message wrong = whyUnfit(); !wrong.empty()) return refusal(std::move(wrong));
            if (auto sent = sendKit(); !sent) return sent;
        }
    }

private:
    std::string script() const {
        return fmt::format("nonce={} name={}-{} room={}\n", m_nonce, SIGHTLINE_VERSION, m_kit.sum,
                           m_kit.bytes * 2 / 1024) +
               std::string(kScript);
    }

    /// The next line of the script's; others are skipped.
    Outcome<Said> next(seconds within) {
        for (std::size_t before = 0; before < kMostBefore;) {
            auto line = m_connection.readLine(within);
            if (!line) return tl::unexpected(line.error());
            before += line->size() + 1;
            while (line->ends_with('\r')) line->pop_back();
            // What was printed before may stand in front of it, without a line end.
            const std::size_t at = line->find(m_nonce);
            if (at == line->npos) continue;
            const std::string text = line->substr(std::min(line->size(), at + m_nonce.size() + 1));
            const std::size_t blank = std::min(text.find(' '), text.size());
            return Said{text.substr(0, blank), text.substr(std::min(text.size(), blank + 1))};
        }
        m_connection.close();
        return refusal({model::MessageCode::TargetUnreachable,
                        {m_transport.name, model::Message(model::MessageCode::TransportNoShell)}});
    }

    Outcome<void> sendKit() {
        const auto packed = m_kit.packed();
        if (!packed)
            return refusal({model::MessageCode::CollectorUnreadable, {packed.error().subject, packed.error().detail}});
        if (m_options.sends) m_options.sends(packed->size());
        if (auto sent = m_connection.send(fmt::format("{}\n", packed->size())); !sent) return sent;
        return m_connection.send(*packed, [&](std::uint64_t sent) {
            if (m_options.progress) m_options.progress(sent, packed->size());
        });
    }

    /// Why the kit cannot run on that machine, as far as the two tell.
    model::Message whyUnfit() const {
        if (!m_kit.machine.empty() && m_machine != m_kit.machine)
            return {model::MessageCode::ThereOtherMachine, {m_transport.name, m_machine, m_kit.machine}};
        const std::size_t blank = m_libc.find_last_of(' ');
        const std::string version = blank == m_libc.npos ? m_libc : m_libc.substr(blank + 1);
        const bool isOther = m_libc.find("musl") != m_libc.npos;
        const bool isVersion = !version.empty() && version[0] >= '1' && version[0] <= '9';
        if (isOther || (isVersion && isOlderVersion(version, m_kit.libc)))
            return {model::MessageCode::ThereOldLibrary, {m_transport.name, m_libc, m_kit.libc}};
        return {};
    }

    model::Message whyRefused(std::string_view said) const {
        using enum model::MessageCode;
        const std::string_view kind = said.substr(0, said.find(' ')),
                               rest = said.substr(std::min(said.size(), kind.size() + 1));
        if (kind == "place") return {ThereNoPlace, {m_transport.name, model::Argument::bytes(m_kit.bytes * 2)}};
        if (kind == "program") return {ThereNoProgram, {m_transport.name, rest}};
        return {CollectorNotRun, {m_transport.name, rest.empty() ? model::Message(TransportClosed) : rest}};
    }

    Connection& m_connection;
    const Transport& m_transport;
    const Kit& m_kit;
    const BootOptions& m_options;
    const std::string m_nonce;
    std::string m_machine, m_libc;
};

}  // namespace

Outcome<void> boot(Connection& connection, const Transport& transport, const Kit& kit, const BootOptions& options) {
    return Boot(connection, transport, kit, options).run();
}

}  // namespace app::remote
