// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/rep_payload.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "importers/common/protobuf_wire.h"
#include "model/base/json_writer.h"

namespace importers::nsys {

using model::JsonWriter;

namespace {

enum class Number : std::uint8_t { None, Signed, Unsigned, Float };

struct TypeInfo {
    Number kind = Number::None;
    std::uint32_t size = 0;
};

/// Predefined payload types by number, as the public NVTX extension header lists them: C types, then sized types.
constexpr TypeInfo kTypes[] = {{},
                               {},
                               {},
                               {Number::Signed, 2},
                               {Number::Unsigned, 2},
                               {Number::Signed, 4},
                               {Number::Unsigned, 4},
                               {Number::Signed, 8},
                               {Number::Unsigned, 8},
                               {Number::Signed, 8},
                               {Number::Unsigned, 8},
                               {Number::Signed, 1},
                               {Number::Unsigned, 1},
                               {Number::Signed, 2},
                               {Number::Unsigned, 2},
                               {Number::Signed, 4},
                               {Number::Unsigned, 4},
                               {Number::Signed, 8},
                               {Number::Unsigned, 8},
                               {Number::Float, 4},
                               {Number::Float, 8},
                               {},
                               {Number::Unsigned, 8},
                               {Number::Unsigned, 8}};

constexpr std::uint64_t kFirstUserId = 1u << 24;  // schema and enumeration ids start here

/// A few bytes of a damaged report become a record of dozens; no real description comes near this.
constexpr std::size_t kMaxSchemas = 1 << 16;
constexpr std::size_t kMaxEntries = 1024;

/// Little-endian integer of 1 to 8 bytes, or nothing when it does not lie inside the data.
std::optional<std::uint64_t> readNumber(std::string_view data, std::uint64_t offset, std::uint64_t size) {
    if (size == 0 || size > 8 || offset > data.size() || size > data.size() - offset) return std::nullopt;
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < size; ++i)
        value |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(data[offset + i])) << (8 * i);
    return value;
}

std::int64_t signExtend(std::uint64_t value, std::uint64_t size) {
    const auto shift = static_cast<int>(64 - 8 * size);
    return static_cast<std::int64_t>(value << shift) >> shift;
}

void writeEnum(JsonWriter& json, const PayloadEnum& list, std::string_view data, std::uint64_t offset) {
    const auto raw = readNumber(data, offset, list.size);
    if (!raw) {
        json.null();
        return;
    }
    const std::int64_t value = signExtend(*raw, list.size);
    const auto known = std::find_if(list.values.begin(), list.values.end(),
                                    [value](const PayloadEnum::Value& v) { return v.value == value; });
    if (known == list.values.end()) json.value(value);
    else json.value(known->name);
}

TypeInfo typeInfo(const PayloadSchemas& schemas, std::uint64_t type) {
    if (type >= std::size(kTypes)) return {};
    TypeInfo info = kTypes[type];
    // The C types are as long as on the target, which is not always a 64-bit Linux.
    if (info.kind != Number::None && type - 1 < schemas.typeSizes.size()) info.size = schemas.typeSizes[type - 1];
    return info;
}

void writeEntry(JsonWriter& json, const PayloadSchemas& schemas, const PayloadSchema& schema, const PayloadEntry& entry,
                std::string_view data) {
    if (entry.type >= kFirstUserId) {
        const auto* list = schemas.findEnum(schema.globalPid, schema.domainId, entry.type);
        return list ? writeEnum(json, *list, data, entry.offset) : void(json.null());
    }
    const TypeInfo info = typeInfo(schemas, entry.type);
    const auto raw = info.kind == Number::None ? std::nullopt : readNumber(data, entry.offset, info.size);
    if (!raw) json.null();
    else if (info.kind == Number::Signed) json.value(signExtend(*raw, info.size));
    else if (info.kind == Number::Unsigned) json.value(*raw);
    else if (info.size == 4) json.value(double{std::bit_cast<float>(static_cast<std::uint32_t>(*raw))});
    else json.value(info.size == 8 ? std::bit_cast<double>(*raw) : NAN);
}

void writeObject(JsonWriter& json, const PayloadSchemas& schemas, const PayloadSchema& schema, std::string_view data) {
    json.beginObject();
    for (const auto& entry : schema.entries) {
        json.key(entry.name);
        writeEntry(json, schemas, schema, entry, data);
    }
    json.endObject();
}

template <class List>
auto find(const List& list, std::int64_t globalPid, std::int64_t domainId, std::uint64_t schemaId) {
    for (const auto& item : list)
        if (item.schemaId == schemaId && item.domainId == domainId && item.globalPid == globalPid) return &item;
    return static_cast<const typename List::value_type*>(nullptr);
}

bool readEntry(std::string_view message, PayloadEntry& entry) {
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) entry.type = f.value;
        if (f.number == 3) entry.offset = f.value;
        if (f.number == 7 && f.isBytes()) entry.name = f.bytes;
    }
    return !reader.failed();
}

bool readSchema(std::string_view message, std::int64_t globalPid, PayloadSchemas& schemas) {
    if (schemas.schemas.size() >= kMaxSchemas) return false;
    auto& schema = schemas.schemas.emplace_back();
    schema.globalPid = globalPid;
    bool ok = true;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) schema.schemaId = f.value;
        if (f.number == 2) schema.type = f.asInt();
        if (f.number == 4 && f.isBytes() && schema.entries.size() < kMaxEntries)
            ok = readEntry(f.bytes, schema.entries.emplace_back()) && ok;
        if (f.number == 6) schema.payloadSize = f.value;
        if (f.number == 9) schema.domainId = f.asInt();
    }
    return ok && !reader.failed();
}

bool readEnum(std::string_view message, std::int64_t globalPid, PayloadSchemas& schemas) {
    if (schemas.enums.size() >= kMaxSchemas) return false;
    auto& list = schemas.enums.emplace_back();
    list.globalPid = globalPid;
    bool ok = true;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) list.domainId = f.asInt();
        if (f.number == 2) list.schemaId = f.value;
        if (f.number == 5) list.size = static_cast<std::uint32_t>(f.value);
        if (f.number != 4 || !f.isBytes() || list.values.size() >= kMaxEntries) continue;
        auto& value = list.values.emplace_back();
        WireReader inner(f.bytes);
        for (WireField g; inner.next(g);) {
            if (g.number == 1 && g.isBytes()) value.name = g.bytes;
            if (g.number == 2) value.value = g.asInt();
        }
        ok = ok && !inner.failed();
    }
    return ok && !reader.failed();
}

bool readProcess(std::string_view message, PayloadSchemas& schemas) {
    std::int64_t globalPid = 0;
    bool ok = true;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) globalPid = f.asInt();
        if (f.number == 2 && f.isBytes()) ok = readSchema(f.bytes, globalPid, schemas) && ok;
        if (f.number == 4 && f.isBytes()) ok = readEnum(f.bytes, globalPid, schemas) && ok;
    }
    return ok && !reader.failed();
}

}  // namespace

const PayloadSchema* PayloadSchemas::findSchema(std::int64_t globalPid, std::int64_t domainId,
                                                std::uint64_t schemaId) const {
    return find(schemas, globalPid, domainId, schemaId);
}

const PayloadEnum* PayloadSchemas::findEnum(std::int64_t globalPid, std::int64_t domainId,
                                            std::uint64_t schemaId) const {
    return find(enums, globalPid, domainId, schemaId);
}

bool readPayloadSchemas(std::string_view message, PayloadSchemas& schemas) {
    bool ok = true;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 2 && schemas.typeSizes.size() < kMaxEntries) {
            auto& size = schemas.typeSizes.emplace_back();
            WireReader inner(f.bytes);
            for (WireField g; inner.next(g);)
                if (g.number == 1) size = static_cast<std::uint32_t>(g.value);
            ok = ok && !inner.failed();
        }
        if (f.number == 3) ok = readProcess(f.bytes, schemas) && ok;
    }
    return ok && !reader.failed();
}

bool payloadToJson(const PayloadSchemas& schemas, std::int64_t globalPid, std::int64_t domainId, std::uint64_t schemaId,
                   std::string_view data, std::string& json) {
    const auto* schema = schemas.findSchema(globalPid, domainId, schemaId);
    if (!schema) return false;
    JsonWriter writer(JsonWriter::Layout::Compact);
    writeObject(writer, schemas, *schema, data);
    writer.moveTo(json);
    return true;
}

}  // namespace importers::nsys
