// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/json_writer.h"

#include <simdjson.h>
#include <limits>

#include "tests/kit/check.h"

namespace {

using model::JsonWriter;

std::string quoted(std::string_view text) { return JsonWriter().value(text).take(); }
std::string written(double number) { return JsonWriter().value(number).take(); }
std::string real(double number) { return JsonWriter().real(number).take(); }

void fill(JsonWriter& json) {
    json.beginObject().key("a").value(std::int64_t{-1}).key("none").beginArray().endArray();
    json.key("list").beginArray().value(true).null().value(std::uint64_t{2}).beginObject().endObject().endArray();
    json.endObject();
}

}  // namespace

TEST("JSON reads back as what was written, also where a terminal would obey it") {
    const std::string_view text = "a\"b\\c\n\t\x1b\u202e\u009b\U000e0041 内";
    CHECK_EQ(quoted(text), "\"a\\\"b\\\\c\\n\\t\\u001b\\u202e\\u009b\\udb40\\udc41 内\"");
    CHECK_EQ(quoted("\xff"), "\"\ufffd\"");
    simdjson::dom::parser parser;
    const std::string json = quoted(text);
    CHECK_EQ(parser.parse(json).get_string().value(), text);
}

TEST("numbers read back as they were; what is no number of JSON is null, or a text where a real is meant") {
    for (const double number : {0.1, 1e300, -2.5e-9, 3.0, 1.0 / 3}) {
        CHECK_EQ(std::stod(written(number)), number);
        CHECK_EQ(std::stod(real(number)), number);
    }
    CHECK_EQ(written(3), "3");
    CHECK_EQ(real(3), "3.0");
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    CHECK_EQ(written(kInfinity), "null");
    CHECK_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
    CHECK_EQ(real(-kInfinity), "\"-Infinity\"");
    CHECK_EQ(JsonWriter().value(std::numeric_limits<std::uint64_t>::max()).take(), "18446744073709551615");
    CHECK_EQ(JsonWriter().value(std::numeric_limits<std::int64_t>::min()).take(), "-9223372036854775808");
}

TEST("JSON is indented for people, or compact with line breaks where they are asked for") {
    JsonWriter indented, compact(JsonWriter::Layout::Compact);
    fill(indented);
    CHECK_EQ(indented.take(),
             "{\n  \"a\": -1,\n  \"none\": [],\n  \"list\": [\n    true,\n    null,\n    2,\n    {}\n  ]\n}");
    fill(compact);
    CHECK_EQ(compact.take(), "{\"a\":-1,\"none\":[],\"list\":[true,null,2,{}]}");

    JsonWriter lines(JsonWriter::Layout::Compact);
    std::string out;
    lines.beginArray().lineBreak().value("a").lineBreak().value("b").moveTo(out);
    lines.lineBreak().endArray().moveTo(out);
    CHECK_EQ(out, "[\n\"a\",\n\"b\"\n]");
}
