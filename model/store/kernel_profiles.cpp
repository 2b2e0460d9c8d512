// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/store/kernel_profiles.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace model {
namespace {

std::size_t hashOf(std::span<const MetricList::Entry> entries) {
    std::uint64_t h = entries.size();
    for (const MetricList::Entry& e : entries) {
        h = std::rotl(h ^ (std::uint64_t{e.name} << 32 | e.unit), 23) * 0x9e3779b97f4a7c15ull;
        h ^= static_cast<std::uint64_t>(e.type);
    }
    return static_cast<std::size_t>(h ^ h >> 29);
}

std::size_t bytesOf(const KernelProfile& p) {
    std::size_t n =
        sizeof p + p.values.size() * 8 + p.sections.size() * sizeof(void*) + p.markers.size() * sizeof(SourceMarker);
    for (const MetricInstances& i : p.instances) n += sizeof i + i.values->size() * 8;
    for (const ProfileRule& r : p.rules) {
        n += sizeof r + r.items.size() * sizeof(ProfileRule::Item);
        for (const ProfileRule::Item& item : r.items) n += item.focus.size() * sizeof(ProfileRule::Focus);
    }
    return n;
}

}  // namespace

MetricValue MetricValue::ofReal(double v) { return {Type::Real, std::bit_cast<std::uint64_t>(v)}; }

double MetricValue::number() const {
    switch (type) {
    case Type::Int: return static_cast<double>(bits);
    case Type::Real: return std::bit_cast<double>(bits);
    default: return std::numeric_limits<double>::quiet_NaN();
    }
}

std::optional<std::size_t> MetricList::find(StringId name) const {
    const auto at =
        std::partition_point(m_byName.begin(), m_byName.end(), [&](std::uint32_t i) { return entries[i].name < name; });
    if (name == 0 || at == m_byName.end() || entries[*at].name != name) return {};
    return *at;
}

const ProfileFunction::Line* ProfileFunction::lineAt(std::uint64_t offset) const {
    const auto after =
        std::partition_point(lines.begin(), lines.end(), [&](const Line& l) { return l.offset <= offset; });
    if (after == lines.begin() || std::prev(after)->line == 0) return nullptr;
    return &*std::prev(after);
}

MetricValue KernelProfile::find(StringId metric) const {
    const auto at = list->find(metric);
    return at ? value(*at) : MetricValue{};
}

const ProfileSection* KernelProfile::section(StringId id) const {
    for (const ProfileSection* s : sections)
        if (s->id == id) return s;
    return nullptr;
}

ProfileId KernelProfiles::add(KernelProfile&& profile) {
    m_bytes += bytesOf(profile);
    m_profileOwner.push_back(std::make_unique<const KernelProfile>(std::move(profile)));
    m_profiles.push(m_profileOwner.back().get());
    return static_cast<ProfileId>(m_profiles.size() - 1);
}

const MetricList* KernelProfiles::list(std::span<const MetricList::Entry> entries) {
    const std::size_t hash = hashOf(entries);
    const auto [first, last] = m_listIndex.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (std::equal(entries.begin(), entries.end(), at->second->entries.begin(), at->second->entries.end()))
            return at->second;
    auto fresh = std::make_unique<MetricList>();
    fresh->entries.assign(entries.begin(), entries.end());
    fresh->m_byName.resize(entries.size());
    std::iota(fresh->m_byName.begin(), fresh->m_byName.end(), 0u);
    std::stable_sort(fresh->m_byName.begin(), fresh->m_byName.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return entries[a].name < entries[b].name; });
    m_bytes += entries.size() * (sizeof(MetricList::Entry) + 4);
    m_listIndex.emplace(hash, fresh.get());
    m_lists.push_back(std::move(fresh));
    return m_lists.back().get();
}

const ProfileSection* KernelProfiles::addSection(ProfileSection&& section) {
    m_bytes +=
        sizeof section + section.header.size() * sizeof(SectionMetric) + section.metrics.size() * sizeof(StringId);
    m_sections.push_back(std::make_unique<const ProfileSection>(std::move(section)));
    return m_sections.back().get();
}

const ProfileFunction* KernelProfiles::addFunction(ProfileFunction&& function) {
    m_bytes += sizeof function + function.lines.size() * sizeof(ProfileFunction::Line);
    m_functions.push_back(std::make_unique<const ProfileFunction>(std::move(function)));
    return m_functions.back().get();
}

void KernelProfiles::addFile(ProfileSourceFile file) {
    for (std::size_t i = 0; i < m_files.size(); ++i)
        if (m_files[i].path == file.path && m_files[i].text == file.text) return;
    m_files.push(file);
}

MetricInstances::Numbers KernelProfiles::share(std::vector<std::uint64_t>&& numbers) {
    for (const auto& known : m_recent)
        if (known && *known == numbers) return known;
    numbers.shrink_to_fit();
    m_bytes += numbers.size() * 8;
    auto fresh = std::make_shared<const std::vector<std::uint64_t>>(std::move(numbers));
    m_recent[m_nextRecent++ % m_recent.size()] = fresh;
    return fresh;
}

std::vector<RuleTextPart> ruleTextParts(std::string_view text) {
    using Kind = RuleTextPart::Kind;
    constexpr struct {
        std::string_view mark;
        Kind kind;
    } kMarks[] = {{"@section:", Kind::Section}, {"@url:", Kind::Url}, {"@source:", Kind::Source}};
    std::vector<RuleTextPart> out;
    std::size_t plain = 0;  // begin of the text that is not yet in a part
    for (std::size_t at = text.find('@'); at != std::string_view::npos;) {
        const std::string_view rest = text.substr(at);
        const auto* mark =
            std::find_if(std::begin(kMarks), std::end(kMarks), [&](const auto& m) { return rest.starts_with(m.mark); });
        const std::size_t close = mark == std::end(kMarks) ? std::string_view::npos : rest.find('@', mark->mark.size());
        if (close == std::string_view::npos) {
            at = text.find('@', at + 1);
            continue;
        }
        const std::string_view body = rest.substr(mark->mark.size(), close - mark->mark.size());
        std::size_t colon = body.find(':');
        if (mark->kind == Kind::Source && colon != std::string_view::npos) colon = body.find(':', colon + 1);
        RuleTextPart part{mark->kind, body, body};
        if (colon != std::string_view::npos) {
            part.target = body.substr(0, colon);
            part.text = body.substr(colon + 1);
            if (mark->kind == Kind::Url) std::swap(part.target, part.text);
        }
        if (at > plain) out.push_back({Kind::Plain, text.substr(plain, at - plain), {}});
        out.push_back(part);
        plain = at + close + 1;
        at = text.find('@', plain);
    }
    if (plain < text.size()) out.push_back({Kind::Plain, text.substr(plain), {}});
    return out;
}

std::string plainRuleText(std::string_view text) {
    std::string out;
    for (const RuleTextPart& part : ruleTextParts(text)) out += part.text;
    return out;
}

std::string_view kernelBaseName(std::string_view name) {
    // The parameters begin at the last parenthesis that is open at no other level; before it stands the name.
    int angles = 0, rounds = 0;
    std::size_t begin = 0, end = name.size();
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<') {
            if (angles++ == 0 && rounds == 0 && i > begin && name[i - 1] != ':') end = i;
        } else if (c == '>') {
            angles = std::max(0, angles - 1);
        } else if (angles == 0 && c == '(') {
            // "(anonymous namespace)::f" goes on behind it.
            if (rounds++ == 0 && i > begin && name[i - 1] != ':') return name.substr(begin, std::min(end, i) - begin);
        } else if (angles == 0 && c == ')') {
            rounds = std::max(0, rounds - 1);
        } else if (angles == 0 && rounds == 0 && (c == ' ' || c == ':' || c == '*' || c == '&')) {
            if (i + 1 < name.size()) begin = i + 1, end = name.size();
        }
    }
    return name.substr(begin, end - begin);
}

}  // namespace model
