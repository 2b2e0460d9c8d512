// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_profiles.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "model/rep/rep_format.h"
#include "model/rep/rep_records.h"

namespace model::rep {
namespace {

enum Record : std::uint8_t { kList = 1, kSection = 2, kFunction = 3, kFile = 4, kInstances = 5, kProfile = 6 };

constexpr std::size_t kPayloadBytes = 4 << 20;           // a payload is closed when it has reached this
constexpr std::size_t kLargestRecord = kMaxPayload / 2;  // a profile that is larger is written without its values
constexpr std::size_t kInstancesPerRecord = 1 << 20;

std::uint64_t zigzag(std::uint64_t delta) { return delta << 1 ^ (delta >> 63 ? ~std::uint64_t{0} : 0); }
std::uint64_t unzigzag(std::uint64_t u) { return u >> 1 ^ (u & 1 ? ~std::uint64_t{0} : 0); }

// A record is described once, for both directions: Out writes a field, In reads it.

class Out {
public:
    Out(ByteWriter& w, const std::function<std::uint32_t(StringId)>& string) : m_w(w), m_string(string) {}
    void string(StringId& id) { m_w.varint(m_string(id)); }
    template <class T>
    void number(T& v) {
        m_w.varint(static_cast<std::uint64_t>(v));
    }
    void whole(std::int64_t& v) { m_w.varint(zigzag(static_cast<std::uint64_t>(v))); }
    void real(double& v) { m_w.u64(std::bit_cast<std::uint64_t>(v)); }
    template <class T, class F>
    void list(std::vector<T>& list, F&& item) {
        m_w.varint(list.size());
        for (T& t : list) item(t);
    }
    /// A value of a metric. One that was not measured takes a byte too: so the bytes bound what a reader allocates.
    void value(MetricValue::Type type, std::uint64_t& bits) {
        switch (type) {
        case MetricValue::Type::None: m_w.u8(0); break;
        case MetricValue::Type::Int: m_w.varint(bits); break;
        case MetricValue::Type::Real: m_w.u64(bits); break;
        case MetricValue::Type::Text: m_w.varint(m_string(static_cast<StringId>(bits))); break;
        }
    }

private:
    ByteWriter& m_w;
    const std::function<std::uint32_t(StringId)>& m_string;
};

class In {
public:
    In(ByteReader& r, const std::function<StringId(std::uint32_t)>& string) : m_r(r), m_string(string) {}
    void string(StringId& id) {
        const std::uint64_t n = m_r.varint();
        id = n <= UINT32_MAX ? m_string(static_cast<std::uint32_t>(n)) : 0;
    }
    template <class T>
    void number(T& v) {
        v = static_cast<T>(m_r.varint());
    }
    void whole(std::int64_t& v) { v = static_cast<std::int64_t>(unzigzag(m_r.varint())); }
    void real(double& v) { v = std::bit_cast<double>(m_r.u64()); }
    template <class T, class F>
    void list(std::vector<T>& list, F&& item) {
        for (std::uint64_t n = m_r.varint(); n > 0 && m_r.ok() && !m_r.atEnd(); --n) item(list.emplace_back());
    }
    void value(MetricValue::Type type, std::uint64_t& bits) {
        StringId id = 0;
        switch (type) {
        case MetricValue::Type::None: m_r.u8(); break;
        case MetricValue::Type::Int: bits = m_r.varint(); break;
        case MetricValue::Type::Real: bits = m_r.u64(); break;
        case MetricValue::Type::Text:
            string(id);
            bits = id;
            break;
        }
    }

private:
    ByteReader& m_r;
    const std::function<StringId(std::uint32_t)>& m_string;
};

template <class A>
void fields(A& a, SectionMetric& m) {
    a.string(m.metric);
    a.string(m.label);
}

template <class A>
void fields(A& a, RooflineChart::Line& l) {
    a.string(l.label);
    a.list(l.work, [&](SectionMetric& m) { fields(a, m); });
    fields(a, l.workRate);
    fields(a, l.traffic);
    fields(a, l.trafficRate);
}

template <class A>
void fields(A& a, RooflineChart& c) {
    a.string(c.title);
    a.string(c.xLabel);
    a.string(c.yLabel);
    a.list(c.roofs, [&](RooflineChart::Line& l) { fields(a, l); });
    a.list(c.points, [&](RooflineChart::Line& l) { fields(a, l); });
}

template <class A>
void fields(A& a, ProfileSection& s) {
    a.string(s.id);
    a.string(s.title);
    a.string(s.description);
    a.string(s.extends);
    a.whole(s.order);
    a.list(s.header, [&](SectionMetric& m) { fields(a, m); });
    a.list(s.charts, [&](SectionChart& c) {
        a.string(c.title);
        a.list(c.bars, [&](SectionMetric& m) { fields(a, m); });
    });
    a.list(s.rooflines, [&](RooflineChart& c) { fields(a, c); });
    a.list(s.metrics, [&](StringId& id) { a.string(id); });
}

template <class A>
void fields(A& a, ProfileFunction& f) {
    a.string(f.name);
    a.list(f.lines, [&](ProfileFunction::Line& l) {
        a.number(l.offset);
        a.number(l.line);
        a.string(l.file);
    });
    a.list(f.sass, [&](ProfileFunction::Instruction& i) {
        a.number(i.offset);
        a.string(i.text);
    });
}

template <class A>
void fields(A& a, ProfileRule::Item& i) {
    a.number(i.kind);
    a.string(i.title);
    a.string(i.text);
    a.number(i.speedup);
    a.real(i.percent);
    a.list(i.focus, [&](ProfileRule::Focus& f) {
        a.string(f.metric);
        a.real(f.value);
        a.string(f.why);
    });
    a.list(i.tables, [&](ProfileRule::Table& t) {
        a.string(t.title);
        a.list(t.headers, [&](StringId& id) { a.string(id); });
        a.list(t.columns, [&](std::vector<StringId>& c) { a.list(c, [&](StringId& id) { a.string(id); }); });
    });
}

template <class A>
void fields(A& a, ProfileRule& r) {
    a.string(r.id);
    a.string(r.title);
    a.string(r.section);
    a.list(r.items, [&](ProfileRule::Item& i) { fields(a, i); });
}

/// All of a profile but its values, instances and what it refers to.
template <class A>
void fields(A& a, KernelProfile& p) {
    for (StringId* id : {&p.name, &p.function, &p.mangled}) a.string(*id);
    for (std::int64_t* v : {&p.pid, &p.device, &p.context, &p.stream, &p.createdUnix}) a.whole(*v);
    for (auto* extent : {&p.grid, &p.block})
        for (std::uint32_t& v : *extent) a.number(v);
    a.number(p.chip);
    a.number(p.quietRules);
    a.list(p.rules, [&](ProfileRule& r) { fields(a, r); });
}

bool isValid(MetricValue::Type t) { return t <= MetricValue::Type::Text; }

/// One payload under construction: records, and the numbers of what they define.
class PayloadWriter {
public:
    explicit PayloadWriter(const std::function<std::uint32_t(StringId)>& string) : m_string(string) {}

    template <class F>
    void record(Record tag, F&& fill) {
        ByteWriter w;
        Out out(w, m_string);
        fill(w, out);
        m_out.u8(tag);
        m_out.varint(w.size());
        const auto v = w.view();
        m_out.bytes({reinterpret_cast<const char*>(v.data()), v.size()});
    }

    void file(const ProfileSourceFile& f) {
        record(kFile, [&](ByteWriter&, Out& out) {
            StringId path = f.path, text = f.text;
            out.string(path);
            out.string(text);
        });
    }

    std::uint64_t section(const ProfileSection* s) {
        return numberOf(m_sections, s, [&] {
            ProfileSection copy = *s;
            record(kSection, [&](ByteWriter&, Out& out) { fields(out, copy); });
        });
    }

    std::uint64_t function(const ProfileFunction* f) {
        if (!f) return 0;
        return numberOf(m_functions, f, [&] {
            ProfileFunction copy = *f;
            record(kFunction, [&](ByteWriter&, Out& out) { fields(out, copy); });
        });
    }

    std::uint64_t list(const MetricList* l) {
        return numberOf(m_lists, l, [&] {
            record(kList, [&](ByteWriter&, Out& out) {
                std::vector<MetricList::Entry> entries = l->entries;
                out.list(entries, [&](MetricList::Entry& e) {
                    out.string(e.name);
                    out.string(e.unit);
                    out.number(e.type);
                });
            });
        });
    }

    void instances(const MetricInstances& m) {
        const std::uint64_t owner = function(m.function);
        for (std::size_t first = 0; first < m.size(); first += kInstancesPerRecord) {
            const std::size_t n = std::min(kInstancesPerRecord, m.size() - first);
            record(kInstances, [&](ByteWriter& w, Out& out) {
                StringId metric = m.metric;
                out.string(metric);
                w.u8(static_cast<std::uint8_t>(m.key));
                w.u8(static_cast<std::uint8_t>(m.type));
                w.varint(owner);
                w.varint(n);
                std::uint64_t last = 0;
                for (std::size_t i = first; i < first + n; ++i) {
                    const std::uint64_t key = (*m.keys)[i];
                    if (m.key == MetricInstances::Key::Text) w.varint(m_string(static_cast<StringId>(key)));
                    else w.varint(zigzag(key - last));
                    last = key;
                }
                for (std::size_t i = first; i < first + n; ++i) {
                    std::uint64_t bits = (*m.values)[i];
                    out.value(m.type, bits);
                }
            });
        }
    }

    void profile(const KernelProfile& p) {
        for (const MetricInstances& m : p.instances) instances(m);
        std::vector<std::uint64_t> sections;
        for (const ProfileSection* s : p.sections) sections.push_back(section(s));
        const bool fits = p.values.size() * 10 < kLargestRecord;
        const std::uint64_t list = fits ? this->list(p.list) : 0;
        std::vector<std::uint64_t> owners;
        for (const SourceMarker& m : p.markers) owners.push_back(function(m.function));
        record(kProfile, [&](ByteWriter& w, Out& out) {
            KernelProfile head;
            head.name = p.name, head.function = p.function, head.mangled = p.mangled;
            head.pid = p.pid, head.device = p.device, head.context = p.context, head.stream = p.stream,
            head.createdUnix = p.createdUnix;
            head.grid = p.grid, head.block = p.block, head.chip = p.chip, head.quietRules = p.quietRules,
            head.rules = p.rules;
            fields(out, head);
            w.varint(sections.size());
            for (const std::uint64_t s : sections) w.varint(s);
            w.varint(p.markers.size());
            for (std::size_t i = 0; i < p.markers.size(); ++i) {
                SourceMarker m = p.markers[i];
                w.varint(owners[i]);
                out.string(m.file);
                out.number(m.offset);
                out.number(m.line);
                out.number(m.kind);
                out.string(m.text);
            }
            w.varint(list);
            for (std::size_t i = 0; list && i < p.values.size(); ++i) {
                std::uint64_t bits = p.values[i];
                out.value(p.list->entries[i].type, bits);
            }
        });
    }

    std::size_t size() const { return m_out.size(); }
    std::vector<std::uint8_t> take() { return m_out.take(); }

private:
    template <class T, class F>
    std::uint64_t numberOf(std::unordered_map<const T*, std::uint64_t>& numbers, const T* what, F&& define) {
        const auto [at, isNew] = numbers.try_emplace(what, numbers.size() + 1);
        if (isNew) define();
        return at->second;
    }

    const std::function<std::uint32_t(StringId)>& m_string;
    ByteWriter m_out;
    std::unordered_map<const ProfileSection*, std::uint64_t> m_sections;
    std::unordered_map<const ProfileFunction*, std::uint64_t> m_functions;
    std::unordered_map<const MetricList*, std::uint64_t> m_lists;
};

template <class T>
const T* numbered(const std::vector<const T*>& list, std::uint64_t number) {
    return number > 0 && number <= list.size() ? list[static_cast<std::size_t>(number - 1)] : nullptr;
}

}  // namespace

ProfilePacker::ProfilePacker(const Snapshot& snapshot, std::function<std::uint32_t(StringId)> string)
    : m_snapshot(snapshot), m_string(std::move(string)) {}
ProfilePacker::ProfilePacker(const Snapshot& snapshot, std::function<std::uint32_t(StringId)> string,
                             std::vector<ProfileId> chosen)
    : m_snapshot(snapshot), m_string(std::move(string)), m_chosen(std::move(chosen)) {}

void ProfilePacker::files(const std::function<void(const ProfileSourceFile&)>& take) const {
    const KernelProfiles& profiles = m_snapshot.kernelProfiles();
    std::unordered_set<StringId> named;
    for (const ProfileId id : m_chosen.value_or(std::vector<ProfileId>())) {
        for (const MetricInstances& m : profiles.at(id).instances)
            if (m.function)
                for (const ProfileFunction::Line& line : m.function->lines) named.insert(line.file);
        for (const SourceMarker& m : profiles.at(id).markers) named.insert(m.file);
    }
    for (std::size_t i = 0; i < m_snapshot.profileFileCount(); ++i)
        if (!m_chosen || named.contains(profiles.file(i).path)) take(profiles.file(i));
}

ProfilePacker::Payload ProfilePacker::next() {
    Payload out;
    out.first = static_cast<std::uint32_t>(m_at);
    PayloadWriter writer(m_string);
    const KernelProfiles& profiles = m_snapshot.kernelProfiles();
    if (!m_filesDone) files([&](const ProfileSourceFile& file) { writer.file(file); });
    m_filesDone = true;
    const std::size_t count = m_chosen ? m_chosen->size() : m_snapshot.profileCount();
    for (; m_at < count && writer.size() < kPayloadBytes; ++m_at)
        writer.profile(profiles.at(m_chosen ? (*m_chosen)[m_at] : static_cast<ProfileId>(m_at)));
    out.entries = static_cast<std::uint32_t>(m_at) - out.first;
    out.bytes = writer.take();
    return out;
}

namespace {

/// Reads one payload into a table.
class PayloadReader {
public:
    using Strings = std::function<StringId(std::uint32_t)>;
    using Sections = std::map<std::string, const ProfileSection*, std::less<>>;
    using Functions = std::map<std::string, const ProfileFunction*, std::less<>>;
    PayloadReader(KernelProfiles& profiles, const Strings& string, Sections& sections, Functions& functions)
        : m_profiles(profiles), m_string(string), m_knownSections(sections), m_knownFunctions(functions) {}

    bool read(std::span<const std::uint8_t> payload) {
        ByteReader all(payload);
        while (all.ok() && !all.atEnd()) {
            const std::uint8_t tag = all.u8();
            const std::string_view bytes = all.bytes(all.varint());
            if (!all.ok() || !record(tag, bytes)) return false;
        }
        return all.ok();
    }

private:
    bool record(std::uint8_t tag, std::string_view bytes) {
        ByteReader r({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
        In in(r, m_string);
        switch (tag) {
        case kList: return list(r, in);
        case kSection:
            return define(bytes, m_knownSections, m_sections, [&] {
                ProfileSection s;
                fields(in, s);
                return r.ok() ? m_profiles.addSection(std::move(s)) : nullptr;
            });
        case kFunction:
            return define(bytes, m_knownFunctions, m_functions, [&] {
                ProfileFunction f;
                fields(in, f);
                return r.ok() ? m_profiles.addFunction(std::move(f)) : nullptr;
            });
        case kFile: {
            ProfileSourceFile f;
            in.string(f.path);
            in.string(f.text);
            if (r.ok()) m_profiles.addFile(f);
            return r.ok();
        }
        case kInstances: return instances(r, in);
        case kProfile: return profile(r, in);
        default: return true;  // of a newer version
        }
    }

    template <class T, class F>
    bool define(std::string_view bytes, std::map<std::string, const T*, std::less<>>& known,
                std::vector<const T*>& numbers, F&& make) {
        const T* what = nullptr;
        if (const auto found = known.find(bytes); found != known.end()) what = found->second;
        else if ((what = make())) known.emplace(bytes, what);
        if (what) numbers.push_back(what);
        return what != nullptr;
    }

    bool list(ByteReader& r, In& in) {
        std::vector<MetricList::Entry> entries;
        bool valid = true;
        in.list(entries, [&](MetricList::Entry& e) {
            in.string(e.name);
            in.string(e.unit);
            in.number(e.type);
            valid = valid && isValid(e.type);
        });
        if (!r.ok() || !valid) return false;
        m_lists.push_back(m_profiles.list(entries));
        return true;
    }

    bool instances(ByteReader& r, In& in) {
        MetricInstances m;
        in.string(m.metric);
        m.key = static_cast<MetricInstances::Key>(r.u8());
        m.type = static_cast<MetricValue::Type>(r.u8());
        m.function = numbered(m_functions, r.varint());
        const std::uint64_t n = r.varint();
        if (!r.ok() || n > r.rest().size() || m.key > MetricInstances::Key::Text || !isValid(m.type)) return false;
        if (m.key == MetricInstances::Key::Offset && !m.function) return false;
        std::vector<std::uint64_t> keys(n), values(n);
        std::uint64_t last = 0;
        for (std::uint64_t& key : keys) {
            if (m.key == MetricInstances::Key::Text) {
                StringId id = 0;
                in.string(id);
                key = id;
            } else {
                key = last += unzigzag(r.varint());
            }
        }
        for (std::uint64_t& v : values) in.value(m.type, v);
        if (!r.ok()) return false;
        m.keys = m_profiles.share(std::move(keys));
        m.values = m_profiles.share(std::move(values));
        m_instances.push_back(std::move(m));
        return true;
    }

    bool profile(ByteReader& r, In& in) {
        KernelProfile p;
        fields(in, p);
        for (std::uint64_t n = r.varint(); n > 0 && r.ok(); --n)
            if (const auto* s = numbered(m_sections, r.varint())) p.sections.push_back(s);
        for (std::uint64_t n = r.varint(); n > 0 && r.ok(); --n) {
            SourceMarker m;
            m.function = numbered(m_functions, r.varint());
            in.string(m.file);
            in.number(m.offset);
            in.number(m.line);
            in.number(m.kind);
            in.string(m.text);
            if (m.function || m.file) p.markers.push_back(m);
        }
        const MetricList* list = numbered(m_lists, r.varint());
        p.list = list ? list : m_profiles.list({});
        if (!r.ok() || p.list->entries.size() > r.rest().size()) return false;
        p.values.resize(p.list->entries.size());
        for (std::size_t i = 0; i < p.values.size(); ++i) in.value(p.list->entries[i].type, p.values[i]);
        p.instances = std::move(m_instances);
        m_instances.clear();
        if (!r.ok()) return false;
        m_profiles.add(std::move(p));
        return true;
    }

    KernelProfiles& m_profiles;
    const Strings& m_string;
    Sections& m_knownSections;
    Functions& m_knownFunctions;
    std::vector<const MetricList*> m_lists;
    std::vector<const ProfileSection*> m_sections;
    std::vector<const ProfileFunction*> m_functions;
    std::vector<MetricInstances> m_instances;  // of the profile that comes next
};

}  // namespace

ProfileUnpacker::ProfileUnpacker(KernelProfiles& profiles, std::function<StringId(std::uint32_t)> string)
    : m_profiles(profiles), m_string(std::move(string)) {}

bool ProfileUnpacker::read(std::uint32_t first, std::span<const std::uint8_t> payload) {
    // A frame holds one profile a byte at most; a jump that no lost frame can explain is damage.
    constexpr std::uint32_t kLargestGap = kMaxRows;
    if (first < m_profiles.count() || first - m_profiles.count() > kLargestGap) return false;
    while (m_profiles.count() < first) {
        KernelProfile missing;
        missing.list = m_profiles.list({});
        m_profiles.add(std::move(missing));
    }
    return PayloadReader(m_profiles, m_string, m_sections, m_functions).read(payload);
}

namespace {

ProfileId append(KernelProfiles& to, ProfilePacker packer, const std::function<StringId(StringId)>& string) {
    const auto first = static_cast<ProfileId>(to.count());
    ProfileUnpacker unpacker(to, string);
    for (auto payload = packer.next(); !payload.bytes.empty(); payload = packer.next())
        unpacker.read(first + payload.first, payload.bytes);
    return first;
}
StringId same(StringId id) { return id; }

}  // namespace

ProfileId appendProfiles(KernelProfiles& to, const Snapshot& from, const std::function<StringId(StringId)>& string) {
    return append(to, ProfilePacker(from, same), string);
}
ProfileId appendProfiles(KernelProfiles& to, const Snapshot& from, std::vector<ProfileId> chosen,
                         const std::function<StringId(StringId)>& string) {
    return append(to, ProfilePacker(from, same, std::move(chosen)), string);
}

}  // namespace model::rep
