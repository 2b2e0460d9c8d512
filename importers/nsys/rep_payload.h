// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace importers::nsys {

struct PayloadEntry {
    std::uint64_t type = 0;  ///< a predefined type, or the id of a schema or an enumeration
    std::uint64_t offset = 0;
    std::string name;
};

struct PayloadSchema {
    std::int64_t globalPid = 0, domainId = 0;
    std::uint64_t schemaId = 0, payloadSize = 0;
    std::int64_t type = 0;
    std::vector<PayloadEntry> entries;
};

struct PayloadEnum {
    struct Value {
        std::string name;
        std::int64_t value = 0;
    };
    std::int64_t globalPid = 0, domainId = 0;
    std::uint64_t schemaId = 0;
    std::uint32_t size = 4;
    std::vector<Value> values;
};

/// Layouts of structured NVTX payloads, as the processes registered them.
struct PayloadSchemas {
    std::vector<std::uint32_t> typeSizes;  ///< bytes of the predefined types on the target, by type number
    std::vector<PayloadSchema> schemas;
    std::vector<PayloadEnum> enums;

    const PayloadSchema* findSchema(std::int64_t globalPid, std::int64_t domainId, std::uint64_t schemaId) const;
    const PayloadEnum* findEnum(std::int64_t globalPid, std::int64_t domainId, std::uint64_t schemaId) const;
};

/// Reads the payload description that follows the targets; false when it is damaged.
bool readPayloadSchemas(std::string_view message, PayloadSchemas& schemas);

/// Appends one structured NVTX payload to `json` as the exporter prints it: an object in the order of the entries.
/// Entries that are not understood or do not lie inside the data become null. False when the schema is not known.
bool payloadToJson(const PayloadSchemas& schemas, std::int64_t globalPid, std::int64_t domainId, std::uint64_t schemaId,
                   std::string_view data, std::string& json);

}  // namespace importers::nsys
