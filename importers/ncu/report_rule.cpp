// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "importers/ncu/report_result.h"
#include "model/base/messages.h"

namespace importers::ncu {

using model::ProfileRule;

namespace {

ProfileRule::Kind kindOf(std::uint64_t number) {
    switch (number) {
    case 1: return ProfileRule::Kind::Information;
    case 2: return ProfileRule::Kind::Warning;
    case 3: return ProfileRule::Kind::Error;
    case 4: return ProfileRule::Kind::Optimization;
    default: return ProfileRule::Kind::None;
    }
}

class RuleReader : MessageReader {
public:
    RuleReader(ReportContext& context, model::KernelProfile& profile) : m_context(context), m_profile(profile) {}

    bool read(std::string_view message) {
        ProfileRule rule;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            switch (f.number) {
            case 1: rule.id = m_context.intern(f.bytes); break;
            case 2: rule.title = m_context.intern(f.bytes); break;
            case 3: items(f, rule); break;
            case 4: rule.section = m_context.intern(f.bytes); break;
            case 5: marker(f); break;
            default: ++m_context.unknown[{model::MessageCode::UnknownField, {"rule", f.number}}];
            }
        }
        if (rule.items.empty()) ++m_profile.quietRules;
        else m_profile.rules.push_back(std::move(rule));
        return m_ok && !r.failed();
    }

private:
    void items(const WireField& message, ProfileRule& rule) {
        each(message, [&](const WireField& f) {
            if (f.number != 1) return;
            ProfileRule::Item one = item(f);
            if (one.text || !one.tables.empty())
                rule.items.push_back(std::move(one));  // others only point to a table of the source view
        });
    }

    ProfileRule::Item item(const WireField& message) {
        ProfileRule::Item out;
        each(message, [&](const WireField& f) {
            switch (f.number) {
            case 1: text(f, out); break;
            case 8: out.focus.push_back(focus(f)); break;
            case 9: break;  // names a table of the source view
            case 10: speedup(f, out); break;
            case 12: out.tables.push_back(table(f)); break;
            default: ++m_context.unknown[{model::MessageCode::UnknownField, {"rule item", f.number}}];
            }
        });
        return out;
    }

    void text(const WireField& message, ProfileRule::Item& out) {
        each(message, [&](const WireField& f) {
            if (f.number == 1 && f.isBytes()) out.text = m_context.intern(f.bytes);
            else if (f.number == 2 && !f.isBytes()) out.kind = kindOf(f.value);
            else if (f.number == 4 && f.isBytes()) out.title = m_context.intern(f.bytes);
        });
    }

    ProfileRule::Focus focus(const WireField& message) {
        ProfileRule::Focus out;
        each(message, [&](const WireField& f) {
            if (f.number == 2 && f.isBytes()) out.metric = m_context.intern(f.bytes);
            else if (f.number == 3 && f.type == WireType::Fixed64) out.value = f.asDouble();
            else if (f.number == 5 && f.isBytes()) out.why = m_context.intern(f.bytes);
        });
        return out;
    }

    void speedup(const WireField& message, ProfileRule::Item& out) {
        each(message, [&](const WireField& f) {
            if (f.number == 1 && !f.isBytes())
                out.speedup = f.value == 1   ? ProfileRule::Speedup::Local
                              : f.value == 2 ? ProfileRule::Speedup::Global
                                             : ProfileRule::Speedup::None;
            else if (f.number == 2 && f.type == WireType::Fixed64) out.percent = f.asDouble();
        });
    }

    /// {1 {1 title}, 2* column{1 header, 4* texts, 5* numbers}}
    ProfileRule::Table table(const WireField& message) {
        ProfileRule::Table out;
        each(message, [&](const WireField& f) {
            if (f.number == 1)
                each(f, [&](const WireField& g) {
                    if (g.number == 1 && g.isBytes()) out.title = m_context.intern(g.bytes);
                });
            if (f.number != 2) return;
            model::StringId header = 0;
            std::vector<model::StringId> cells;
            each(f, [&](const WireField& g) {
                if (g.number == 1 && g.isBytes()) header = m_context.intern(g.bytes);
                else if (g.number == 4 && g.isBytes()) cells.push_back(m_context.store.strings().intern(g.bytes));
                else if (g.number == 5 && g.type == WireType::Fixed64)
                    cells.push_back(m_context.intern(fmt::format("{}", g.asDouble())));
            });
            out.headers.push_back(header);
            out.columns.push_back(std::move(cells));
        });
        return out;
    }

    /// {1 0 = an address, 1 = a line; 2 line, 3 address, 4 text, 5 kind, 6 file}
    void marker(const WireField& message) {
        model::SourceMarker out;
        std::uint64_t address = 0;
        each(message, [&](const WireField& f) {
            if (f.number == 2 && !f.isBytes()) out.line = static_cast<std::uint32_t>(f.value);
            else if (f.number == 3 && !f.isBytes()) address = f.value;
            else if (f.number == 4 && f.isBytes()) out.text = m_context.intern(f.bytes);
            else if (f.number == 5 && !f.isBytes()) out.kind = kindOf(f.value);
            else if (f.number == 6 && f.isBytes()) out.file = m_context.intern(f.bytes);
        });
        if (address) {
            out.function = m_context.functionAt(address, out.offset);
            out.file = 0;
            out.line = 0;
            if (!out.function) ++m_context.notShown[model::MessageCode::RemarksAtUnknownPlaces];
        }
        if (out.text && (out.function || out.file)) m_profile.markers.push_back(out);
    }

    ReportContext& m_context;
    model::KernelProfile& m_profile;
};

}  // namespace

bool readRule(ReportContext& context, std::string_view message, model::KernelProfile& profile) {
    return RuleReader(context, profile).read(message);
}

}  // namespace importers::ncu
