// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/torch/execution_trace.h"

#include <memory>
#include <string>

#include "importers/common/byte_window.h"
#include "importers/common/json_stream.h"
#include "importers/common/json_text.h"
#include "importers/common/protobuf_wire.h"

namespace importers::torch {

using json::Value;
using model::ErrorCode;
using model::Result;
using Node = ExecutionTrace::Node;

namespace {

constexpr std::string_view kRecordFunction = "rf_id";

/// What the profiler calls a type: "float" for "Tensor(float)", and no more than that it is a number or a list for all
/// that is no tensor.
std::string_view typeInTrace(std::string_view type) {
    constexpr std::string_view kTensor = "Tensor(", kListOfTensors = "GenericList[Tensor", kList = "GenericList[";
    if (type.starts_with(kTensor) && type.ends_with(')'))
        return type.substr(kTensor.size(), type.size() - kTensor.size() - 1);
    if (type.starts_with(kListOfTensors)) return "TensorList";
    if (type.starts_with(kList)) return "ScalarList";
    return type.empty() || type == "None" ? std::string_view() : "Scalar";
}

/// A printed list of types, of JSON or of Python, as the profiler prints it.
std::string typesInTrace(std::string_view list) {
    std::string out = "[";
    for (std::size_t at = 0; (at = list.find_first_of("\"'", at)) != list.npos;) {
        const std::size_t end = list.find(list[at], at + 1);
        if (end == list.npos) break;
        if (out.size() > 1) out += ", ";
        out += '"';
        out += typeInTrace(list.substr(at + 1, end - at - 1));
        out += '"';
        at = end + 1;
    }
    return out + ']';
}

/// A list is worth keeping if it says something.
bool isEmptyList(std::string_view list) { return list.find_first_not_of("[] ,") == list.npos; }

}  // namespace

/// Reads the form of PyTorch itself.
class JsonTrace {
public:
    JsonTrace(ExecutionTrace& out, TextSource& source) : m_out(out), m_json(source) {}

    void read() {
        m_json.object([&](std::string_view key) {
            if (key == "nodes" && m_json.peek() == '[') return m_json.array([&] { return node(); });
            return key == "pid" ? number([&](std::int64_t pid) { m_out.m_pid = pid; }) : m_json.skip();
        });
    }

private:
    bool node() {
        if (m_json.peek() != '{') return m_json.skip();
        Node n;
        std::optional<std::int64_t> recordFunction;
        const auto setRecordFunction = [&](std::int64_t id) { recordFunction = id; };
        const bool whole = m_json.object([&](std::string_view key) {
            if (key == "id") return number([&](std::int64_t id) { n.id = id; });
            if (key == "name") return text(n.name);
            if (key == kRecordFunction) return number(setRecordFunction);
            if (key == "attrs" && m_json.peek() == '[')
                return m_json.array([&] { return attribute(setRecordFunction); });
            // Lists of values are lists of ids of tensors; the first versions have shapes and types beside them.
            if (key == "inputs" && m_json.peek() == '{') return ends(n.inputShapes, n.inputTypes);
            if (key == "outputs" && m_json.peek() == '{') return ends(n.outputShapes, n.outputTypes);
            if (key == "input_shapes") return shapes(n.inputShapes);
            if (key == "input_types") return types(n.inputTypes);
            if (key == "output_shapes") return shapes(n.outputShapes);
            if (key == "output_types") return types(n.outputTypes);
            return m_json.skip();
        });
        if (recordFunction && *recordFunction > 0) m_out.m_nodes.try_emplace(*recordFunction, n);
        return whole;
    }

    template <class Set>
    bool attribute(Set&& set) {
        if (m_json.peek() != '{') return m_json.skip();
        std::string name;
        std::optional<std::int64_t> value;
        const bool whole = m_json.object([&](std::string_view key) {
            if (key == "value") return number([&](std::int64_t v) { value = v; });
            Value v;
            if (key != "name") return m_json.skip();
            if (!m_json.value(v)) return false;
            name = json::text(v);
            return true;
        });
        if (name == kRecordFunction && value) set(*value);
        return whole;
    }

    bool ends(model::StringId& shapesOf, model::StringId& typesOf) {
        return m_json.object([&](std::string_view key) {
            if (key == "shapes") return shapes(shapesOf);
            return key == "types" ? types(typesOf) : m_json.skip();
        });
    }

    bool shapes(model::StringId& into) {
        return list([&](std::string_view raw) { into = m_out.m_strings->intern(raw); });
    }
    bool types(model::StringId& into) {
        return list([&](std::string_view raw) { into = m_out.m_strings->intern(typesInTrace(raw)); });
    }
    template <class Use>
    bool list(Use&& use) {
        Value v;
        if (!m_json.value(v)) return false;
        if (v.is(Value::Type::Array) && !isEmptyList(v.raw())) use(v.raw());
        return true;
    }
    template <class Use>
    bool number(Use&& use) {
        Value v;
        if (!m_json.value(v)) return false;
        if (const auto n = json::integer(v.raw())) use(*n);
        return true;
    }
    bool text(model::StringId& into) {
        Value v;
        if (!m_json.value(v)) return false;
        into = m_out.m_strings->intern(json::text(v));
        return true;
    }

    ExecutionTrace& m_out;
    json::Stream m_json;
};

/// Reads the form of Chakra: messages with their lengths in front, the first one about the trace, then the nodes.
class ChakraTrace {
public:
    ChakraTrace(ExecutionTrace& out, std::unique_ptr<ByteSource> source) : m_out(out), m_in(std::move(source)) {}

    void read() {
        std::string_view message;
        for (bool isFirst = true; next(message); isFirst = false)
            if (!isFirst) node(message);
    }

private:
    static constexpr std::uint64_t kLongestNode = 64 << 20;

    bool next(std::string_view& message) {
        constexpr std::size_t kLongestLength = 10;
        m_in.fill(kLongestLength);  // fewer bytes may be left
        WireReader head(m_in.unread());
        std::uint64_t length = 0;
        if (head.atEnd() || !head.varint(length) || length > kLongestNode) return false;
        m_in.skip(m_in.unread().size() - head.left());
        if (!m_in.fill(static_cast<std::size_t>(length))) return false;
        message = m_in.unread().substr(0, static_cast<std::size_t>(length));
        m_in.skip(message.size());
        return true;
    }

    void node(std::string_view message) {
        Node n;
        std::int64_t recordFunction = 0;
        WireReader in(message);
        for (WireField f; in.next(f);) switch (f.number) {
            case 1: n.id = f.asInt(); break;
            case 2: n.name = m_out.m_strings->intern(f.bytes); break;
            case 8: ends(f.bytes, n.inputShapes, n.inputTypes); break;
            case 9: ends(f.bytes, n.outputShapes, n.outputTypes); break;
            case 10: attribute(f.bytes, recordFunction); break;
            default: break;
            }
        if (!in.failed() && recordFunction > 0) m_out.m_nodes.try_emplace(recordFunction, n);
    }

    void ends(std::string_view message, model::StringId& shapes, model::StringId& types) {
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (!f.isBytes() || isEmptyList(f.bytes)) continue;
            if (f.number == 2) shapes = m_out.m_strings->intern(f.bytes);
            if (f.number == 3) types = m_out.m_strings->intern(typesInTrace(f.bytes));
        }
    }

    static void attribute(std::string_view message, std::int64_t& recordFunction) {
        std::string_view name;
        std::int64_t value = 0;
        WireReader in(message);
        for (WireField f; in.next(f);) {
            if (f.number == 1 && f.isBytes()) name = f.bytes;
            // int32, int64, uint32, uint64: writers differ.
            if (f.number >= 7 && f.number <= 13 && f.type == WireType::Varint) value = f.asInt();
        }
        if (name == kRecordFunction) recordFunction = value;
    }

    ExecutionTrace& m_out;
    ByteWindow m_in;
};

Result<ExecutionTrace> ExecutionTrace::read(const std::filesystem::path& path, const OpenOptions& options) {
    ExecutionTrace out;
    const std::string head = unpackedHead(path, 1);
    if (head.starts_with('{')) {
        auto source = TextSource::open(path, streamBounds(options));
        if (!source) return tl::unexpected<model::Error>(source.error());
        JsonTrace(out, *source).read();
    } else {
        auto source = ByteSource::open(path, streamBounds(options));
        if (!source) return tl::unexpected<model::Error>(source.error());
        ChakraTrace(out, std::move(*source)).read();
    }
    if (out.m_nodes.empty()) return model::fail(ErrorCode::ExecutionTrace, path.string());
    return out;
}

}  // namespace importers::torch
