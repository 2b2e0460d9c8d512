// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

/// A test framework of one header: one test binary is one .cpp that includes it. main() is here. Arguments are words;
/// a test runs when its name contains one of them.
namespace check {

struct Test {
    const char* name;
    void (*run)();
};
inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}
struct Registration {
    Registration(const char* name, void (*run)()) { tests().push_back({name, run}); }
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

inline int runAll(int count, char** words) {
    int passed = 0, failed = 0, skipped = 0;
    for (const Test& test : tests()) {
        bool wanted = count < 2;
        for (int i = 1; i < count; ++i) wanted |= std::strstr(test.name, words[i]) != nullptr;
        if (wanted) runOne(test, passed, failed, skipped);
    }
    std::printf("%d passed, %d failed", passed, failed);
    if (skipped) std::printf(", %d skipped", skipped);
    std::printf("\n");
    // 77: ctest shows a binary whose tests were all skipped as skipped.
    return failed ? 1 : passed == 0 && skipped > 0 ? 77 : 0;
}

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define TEST(sentence)                                                                                         \
    static void CHECK_JOIN(test, __LINE__)();                                                                  \
    static const check::Registration CHECK_JOIN(registration, __LINE__)(sentence, CHECK_JOIN(test, __LINE__)); \
    static void CHECK_JOIN(test, __LINE__)()
#define CHECK(...) ((__VA_ARGS__) ? void() : check::fail(__FILE__, __LINE__, #__VA_ARGS__))
#define CHECK_EQ(a, b) check::compare((a), (b), #a " == " #b, __FILE__, __LINE__)
#define SKIP(why) \
    throw check::Skipped { why }

int main(int count, char** words) { return check::runAll(count, words); }
