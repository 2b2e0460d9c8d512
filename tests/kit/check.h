// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// A test framework of one header; main() is in check_main.cpp. Arguments: `--file=NAME` runs the tests of one source,
/// named without its ending; of words, a test runs when its name contains one.
namespace check {

struct Test {
    const char* name;
    const char* file;  ///< path of its source
    void (*run)();
};
inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}
struct Registration {
    Registration(const char* name, const char* file, void (*run)()) { tests().push_back({name, file, run}); }
};

inline std::vector<std::string>& failures() {
    static std::vector<std::string> list;
    return list;
}
inline void fail(const char* file, int line, const std::string& what) {
    const char* slash = std::strrchr(file, '/');
    failures().push_back(std::string(slash ? slash + 1 : file) + ":" + std::to_string(line) + " " + what);
}

struct Skipped {
    std::string why;
};

template <class T>
std::string show(const T& value) {
    if constexpr (requires(std::ostringstream & s) { s << value; }) {
        std::ostringstream out;
        out << value;
        return out.str();
    } else if constexpr (std::is_enum_v<T>) {
        return std::to_string(static_cast<long long>(value));
    } else {
        return "…";
    }
}

template <class A, class B>
bool equal(const A& a, const B& b) {
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && !std::is_same_v<A, bool> &&
                  std::is_signed_v<A> != std::is_signed_v<B>) {
        // Literals are signed; a negative value never equals an unsigned one.
        if constexpr (std::is_signed_v<A>) return a >= 0 && static_cast<std::make_unsigned_t<A>>(a) == b;
        else return b >= 0 && a == static_cast<std::make_unsigned_t<B>>(b);
    } else {
        return a == b;
    }
}

template <class A, class B>
void compare(const A& a, const B& b, const char* expression, const char* file, int line) {
    if (!equal(a, b)) fail(file, line, std::string(expression) + "  (" + show(a) + " != " + show(b) + ")");
}

inline void runOne(const Test& test, int& passed, int& failed, int& skipped) {
    failures().clear();
    try {
        test.run();
    } catch (const Skipped& s) {
        ++skipped;
        std::printf("skipped %s: %s\n", test.name, s.why.c_str());
        return;
    } catch (const std::exception& e) {
        fail(test.name, 0, std::string("exception: ") + e.what());
    }
    ++(failures().empty() ? passed : failed);
    if (failures().empty()) std::printf("ok %s\n", test.name);
    for (const std::string& f : failures()) std::printf("FAILED %s: %s\n", test.name, f.c_str());
    std::fflush(stdout);
}

/// Whether the source of that path is NAME.cpp.
inline bool isFrom(const char* file, std::string_view name) {
    std::string_view path = file;
    path.remove_prefix(path.rfind('/') + 1);
    return path.starts_with(name) && path.substr(name.size()) == ".cpp";
}

inline bool isWanted(const Test& test, int count, char** words) {
    bool named = false, anyWord = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word.starts_with("--file=")) {
            if (!isFrom(test.file, word.substr(7))) return false;
            continue;
        }
        anyWord = true;
        named |= std::strstr(test.name, words[i]) != nullptr;
    }
    return named || !anyWord;
}

/// The exit code: 0; 1 where a test failed or none was found; 77 where all were skipped, which ctest shows.
inline int runAll(int count, char** words) {
    int passed = 0, failed = 0, skipped = 0;
    for (const Test& test : tests())
        if (isWanted(test, count, words)) runOne(test, passed, failed, skipped);
    std::printf("%d passed, %d failed", passed, failed);
    if (skipped) std::printf(", %d skipped", skipped);
    std::printf("\n");
    if (failed || passed + skipped == 0) return 1;
    return passed == 0 ? 77 : 0;
}

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define TEST(sentence) CHECK_NUMBERED_TEST(sentence, __COUNTER__)
#define CHECK_NUMBERED_TEST(sentence, n)                                                                   \
    static void CHECK_JOIN(test, n)();                                                                     \
    static const check::Registration CHECK_JOIN(registration, n)(sentence, __FILE__, CHECK_JOIN(test, n)); \
    static void CHECK_JOIN(test, n)()
#define CHECK(...) ((__VA_ARGS__) ? void() : check::fail(__FILE__, __LINE__, #__VA_ARGS__))
#define CHECK_EQ(a, b) check::compare((a), (b), #a " == " #b, __FILE__, __LINE__)
#define SKIP(why) \
    throw check::Skipped { why }
