// SPDX-License-Identifier: GPL-3.0-or-later
// Says how deep calls go into the stack of a thread: the stack below is painted, the call is made, and the paint that
// is gone is measured. Words: kinds of calls. A line each: "where kind.call first later", in bytes.
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#if SIGHTLINE_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtPayload.h>
#endif

extern "C" {
int cublasSgemm_v2(void*, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                   float*, int);
int cublasGemmStridedBatchedEx(void*, int, int, int, int, int, const void*, const void*, int, int, long long,
                               const void*, int, int, long long, const void*, void*, int, int, long long, int, int,
                               int);
int cudnnBackendExecute(void*, void*, void*);
int cudnnBatchNormalizationForwardTraining(void*, int, const void*, const void*, void*, const void*, void*, void*,
                                           void*, void*, void*, double, void*, void*, double, void*, void*);
int MPI_Send(const void*, int, void*, int, int, void*);
int MPI_Alltoallw(const void*, const int*, const int*, void*, void*, const int*, const int*, void*, void*);
int MPI_Comm_dup(void*, void**);
extern char ompi_mpi_comm_world;
void glClear(unsigned);
void glTexSubImage3D(unsigned, int, int, int, int, int, int, int, unsigned, unsigned, const void*);
}

namespace {

constexpr std::uint64_t kPaint = 0x5ca1ab1e5ca1ab1e;
constexpr std::size_t kSmallStack = 16 << 10, kHandlerStack = 16 << 10;

using Call = void (*)();
struct Case {
    const char* name;
    Call call;
};

inline char* stackPointer() {
    char* out;
#if defined(__x86_64__)
    asm volatile("mov %%rsp, %0" : "=r"(out));
#else
    asm volatile("mov %0, sp" : "=r"(out));
#endif
    return out;
}

/// How far below this frame `call` has written; `low` = where the stack ends.
[[gnu::noinline]] long depthOf(Call call, char* low) {
    auto* const here = reinterpret_cast<volatile std::uint64_t*>(stackPointer());
    auto* const end = reinterpret_cast<volatile std::uint64_t*>(low);
    for (volatile std::uint64_t* p = here - 1; p > end; --p) *p = kPaint;
    call();
    volatile std::uint64_t* p = end + 1;
    while (p < here && *p == kPaint) ++p;
    return (here - p) * 8;
}

std::string g_file;  // one that is there
int g_fd = -1, g_ends[2], g_socket = -1;

template <class T>
void use(T result) {
    (void)result;
}

constexpr Case kOsrt[] = {
    {"usleep", [] { ::usleep(1); }},
    {"poll", [] { ::poll(nullptr, 0, 0); }},
    {"open", [] { ::close(::open(g_file.c_str(), O_RDONLY | O_CLOEXEC)); }},
    {"openat", [] { use(::openat(AT_FDCWD, "/nowhere/at all", O_RDONLY)); }},
    {"read",
     [] {
         char c;
         use(::read(g_fd, &c, 1));
     }},
    {"pread",
     [] {
         char c;
         use(::pread(g_fd, &c, 1, 0));
     }},
    {"write", [] { use(::write(g_ends[1], "x", 1)); }},
    {"writev",
     [] {
         const iovec part{const_cast<char*>("x"), 1};
         use(::writev(g_ends[1], &part, 1));
     }},
    {"fsync", [] { ::fsync(g_fd); }},
    {"fcntl", [] { ::fcntl(g_fd, F_GETFD); }},
    {"ioctl",
     [] {
         int n = 0;
         ::ioctl(g_ends[0], FIONREAD, &n);
     }},
    {"mmap", [] { ::munmap(::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096); }},
    {"pthread_mutex_lock",
     [] {
         static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
         ::pthread_mutex_lock(&m);
         ::pthread_mutex_unlock(&m);
     }},
    {"pthread_cond_signal",
     [] {
         static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
         ::pthread_cond_signal(&c);
     }},
    {"pthread_cond_timedwait",
     [] {
         static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
         static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
         const timespec past{1, 0};
         ::pthread_mutex_lock(&m);
         ::pthread_cond_timedwait(&c, &m, &past);
         ::pthread_mutex_unlock(&m);
     }},
    {"sem_post",
     [] {
         static sem_t s;
         ::sem_init(&s, 0, 0);
         ::sem_post(&s);
         ::sem_wait(&s);
     }},
    {"rename", [] { ::rename("/nowhere/a", "/nowhere/b"); }},
    {"unlink", [] { ::unlink("/nowhere/a"); }},
    {"socket",
     [] {
         const int s = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
         ::shutdown(s, SHUT_RDWR);
         ::close(s);
     }},
    {"send", [] { use(::send(g_socket, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT)); }},
    {"getnameinfo",
     [] {
         sockaddr_in a{};
         a.sin_family = AF_INET;
         char host[64], port[16];
         ::getnameinfo(reinterpret_cast<const sockaddr*>(&a), sizeof a, host, sizeof host, port, sizeof port,
                       NI_NUMERICHOST | NI_NUMERICSERV);
     }},
    {"kill", [] { ::kill(::getpid(), 0); }},
    {"waitpid", [] { ::waitpid(-1, nullptr, WNOHANG); }},
    {"sched_yield", [] { ::sched_yield(); }},
};

/// Not in handlers of signals.
constexpr Case kOsrtElsewhere[] = {
    {"execve",
     [] {
         char* const none[] = {nullptr};
         ::execve("/nowhere/at all", none, none);
     }},
    {"fork",
     [] {
         const pid_t child = ::fork();
         if (child == 0) ::_exit(0);
         ::waitpid(child, nullptr, 0);
     }},
    {"fopen",
     [] {
         if (std::FILE* f = std::fopen(g_file.c_str(), "re")) std::fclose(f);
     }},
    {"pthread_create",
     [] {
         pthread_t t;
         if (::pthread_create(
                 &t, nullptr, [](void*) -> void* { return nullptr; }, nullptr) == 0)
             ::pthread_join(t, nullptr);
     }},
};

constexpr Case kCublas[] = {
    {"cublasSgemm_v2",
     [] {
         float c = 0, one = 1, two = 2;
         cublasSgemm_v2(&c, 1, 2, 64, 32, 16, &one, nullptr, 7, nullptr, 8, &two, &c, 9);
     }},
    {"cublasGemmStridedBatchedEx",
     [] {
         cublasGemmStridedBatchedEx(nullptr, 0, 0, 1, 2, 3, nullptr, nullptr, 0, 0, 1, nullptr, 0, 0, 1, nullptr,
                                    nullptr, 0, 0, 1, 20, 21, 22);
     }},
};
constexpr Case kCudnn[] = {
    {"cudnnBackendExecute", [] { cudnnBackendExecute(nullptr, nullptr, nullptr); }},
    {"cudnnBatchNormalizationForwardTraining",
     [] {
         cudnnBatchNormalizationForwardTraining(nullptr, 4, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                nullptr, nullptr, nullptr, 0.5, nullptr, nullptr, 0.5, nullptr,
                                                nullptr);
     }},
};
constexpr Case kMpi[] = {
    {"MPI_Send", [] { MPI_Send(nullptr, 1024, nullptr, 1, 42, &ompi_mpi_comm_world); }},
    {"MPI_Alltoallw",
     [] {
         MPI_Alltoallw(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_comm_world);
     }},
    {"MPI_Comm_dup",
     [] {
         void* made = nullptr;
         MPI_Comm_dup(&ompi_mpi_comm_world, &made);
     }},
};
constexpr Case kOpengl[] = {
    {"glClear", [] { glClear(0x4000); }},
    {"glTexSubImage3D", [] { glTexSubImage3D(1, 0, 0, 0, 0, 1, 1, 1, 1, 1, nullptr); }},
};

// A runtime of OpenMP that tells its tool what it is told to.
using Callback = void (*)();
Callback g_callbacks[64];
int setCallback(int event, Callback callback) { return g_callbacks[event] = callback, 5; }
Callback lookup(const char*) { return reinterpret_cast<Callback>(setCallback); }
void beginOpenMp() {
    struct Start {
        int (*initialize)(Callback (*)(const char*), int, void*);
        void (*finalize)(void*);
        std::uint64_t data;
    };
    const char* const path = std::getenv("OMP_TOOL_LIBRARIES");
    void* const tool =
        path ? ::dlopen(std::string(path).substr(0, std::string(path).find(':')).c_str(), RTLD_NOW) : nullptr;
    const auto ask =
        tool ? reinterpret_cast<Start* (*)(unsigned, const char*)>(::dlsym(tool, "ompt_start_tool")) : nullptr;
    if (Start* const start = ask ? ask(201811, "a runtime") : nullptr) start->initialize(lookup, 0, &start->data);
}
template <class F>
F* callback(int event) {
    return reinterpret_cast<F*>(g_callbacks[event]);
}
constexpr Case kOpenMp[] = {
    {"parallel",
     [] {
         if (auto* begin = callback<void(void*, const void*, void*, unsigned, int, const void*)>(3))
             begin(nullptr, nullptr, nullptr, 4, 0, reinterpret_cast<const void*>(beginOpenMp));
         if (auto* end = callback<void(void*, void*, int, const void*)>(4)) end(nullptr, nullptr, 0, nullptr);
     }},
    {"implicit task",
     [] {
         for (const int endpoint : {1, 2})
             if (auto* task = callback<void(int, void*, void*, unsigned, unsigned, int)>(7))
                 task(endpoint, nullptr, nullptr, 4, 1, 2);
     }},
    {"work",
     [] {
         for (const int endpoint : {1, 2})
             if (auto* work = callback<void(int, int, void*, void*, std::uint64_t, const void*)>(20))
                 work(1, endpoint, nullptr, nullptr, 1000, reinterpret_cast<const void*>(beginOpenMp));
     }},
};

#if SIGHTLINE_HAS_NVTX
nvtxDomainHandle_t g_domain;
nvtxStringHandle_t g_text;
nvtxPayloadData_t g_payload;
void beginNvtx() {
    g_domain = nvtxDomainCreateA("library");
    g_text = nvtxDomainRegisterStringA(g_domain, "registered");
    static const char value[64] = "value";
    g_payload = {NVTX_PAYLOAD_ENTRY_TYPE_CSTRING, sizeof value, value};
    nvtxMarkPayload(g_domain, &g_payload, 1);  // the extension begins
}
nvtxEventAttributes_t registered() {
    nvtxEventAttributes_t a{};
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    a.message.registered = g_text;
    return a;
}
constexpr Case kNvtx[] = {
    {"nvtxRangePushA",
     [] {
         nvtxRangePushA("range");
         nvtxRangePop();
     }},
    {"nvtxRangePushW",
     [] {
         nvtxRangePushW(L"wide range");
         nvtxRangePop();
     }},
    {"nvtxMarkA", [] { nvtxMarkA("mark"); }},
    {"nvtxRangeStartA", [] { nvtxRangeEnd(nvtxRangeStartA("started")); }},
    {"nvtxDomainMarkEx",
     [] {
         const nvtxEventAttributes_t a = registered();
         nvtxDomainMarkEx(g_domain, &a);
     }},
    {"nvtxDomainRangePushEx",
     [] {
         const nvtxEventAttributes_t a = registered();
         nvtxDomainRangePushEx(g_domain, &a);
         nvtxDomainRangePop(g_domain);
     }},
    {"nvtxRangePushPayload",
     [] {
         nvtxRangePushPayload(g_domain, &g_payload, 1);
         nvtxRangePopPayload(g_domain, &g_payload, 1);
     }},
    {"batch",
     [] {
         for (int i = 0; i < 1100; ++i) nvtxMarkA("many");
     }},
    {"texts",
     [] {
         char text[8] = "text 00";
         for (int i = 0; i < 100; ++i)
             text[5] = static_cast<char>('0' + i / 10), text[6] = static_cast<char>('0' + i % 10), nvtxMarkA(text);
     }},
    {"nvtxDomainCreateA", [] { nvtxDomainCreateA("another library"); }},
    {"nvtxDomainNameCategoryA", [] { nvtxDomainNameCategoryA(g_domain, 3, "category"); }},
};
#else
void beginNvtx() {}
constexpr Case kNvtx[] = {{"none", [] {}}};
#endif

// What the package for Python calls through ctypes.
void* g_pythonDomain = nullptr;
void* g_pythonText = nullptr;
void (*g_pythonPush)(void*, void*, unsigned) = nullptr;
void (*g_pythonPop)(void*) = nullptr;
void beginPython() {
    const char* const path = std::getenv("NVTX_INJECTION64_PATH");
    void* const library = path ? ::dlopen(path, RTLD_NOW) : nullptr;
    if (!library) return;
    g_pythonDomain = reinterpret_cast<void* (*)(const char*)>(::dlsym(library, "sightlinePythonDomain"))("Python");
    g_pythonText = reinterpret_cast<void* (*)(void*, const char*)>(::dlsym(library, "sightlinePythonText"))(
        g_pythonDomain, "function");
    g_pythonPush = reinterpret_cast<void (*)(void*, void*, unsigned)>(::dlsym(library, "sightlinePythonPush"));
    g_pythonPop = reinterpret_cast<void (*)(void*)>(::dlsym(library, "sightlinePythonPop"));
}
constexpr Case kPython[] = {{"range", [] {
                                 if (!g_pythonPush) return;
                                 g_pythonPush(g_pythonDomain, g_pythonText, 0xff00ff00);
                                 g_pythonPop(g_pythonDomain);
                             }}};

void measure(const char* where, const char* kind, const Case& c, char* low) {
    const long first = depthOf(c.call, low), second = depthOf(c.call, low), third = depthOf(c.call, low);
    std::printf("%s %s.%s %ld %ld\n", where, kind, c.name, first, std::min(second, third));
}

/// The stack of a thread or a handler, whose end is known, with a page beneath it that nobody may touch.
class Stack {
public:
    explicit Stack(std::size_t bytes) : m_bytes(bytes) {
        const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        void* const memory = ::mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED || ::mprotect(memory, page, PROT_NONE) != 0) std::_Exit(9);
        m_low = static_cast<char*>(memory) + page;
    }
    char* low() const { return m_low; }
    std::size_t bytes() const { return m_bytes; }

private:
    char* m_low;
    std::size_t m_bytes;
};

struct Measured {
    const char* kind;
    const Case* one;
    const Stack* stack;
};

/// A thread as small as they may be; every call is the first that it makes.
void inSmallThread(const char* kind, const Case& c) {
    const Stack stack(std::max<std::size_t>(kSmallStack, PTHREAD_STACK_MIN));
    Measured m{kind, &c, &stack};
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    if (::pthread_attr_setstack(&attributes, stack.low(), stack.bytes()) != 0) std::_Exit(8);
    pthread_t thread;
    const auto run = [](void* data) -> void* {
        const Measured& mine = *static_cast<Measured*>(data);
        measure("thread", mine.kind, *mine.one, mine.stack->low());
        return nullptr;
    };
    if (::pthread_create(&thread, &attributes, run, &m) != 0) std::_Exit(7);
    ::pthread_join(thread, nullptr);
}

Measured g_inHandler;
void inHandler(const char* kind, const Case& c) {
    const Stack stack(kHandlerStack);
    const stack_t alternate{stack.low(), 0, stack.bytes()};
    ::sigaltstack(&alternate, nullptr);
    g_inHandler = {kind, &c, &stack};
    struct sigaction action {};
    action.sa_handler = [](int) { measure("handler", g_inHandler.kind, *g_inHandler.one, g_inHandler.stack->low()); };
    action.sa_flags = SA_ONSTACK;
    ::sigaction(SIGUSR1, &action, nullptr);
    ::raise(SIGUSR1);
    const stack_t none{nullptr, SS_DISABLE, 0};
    ::sigaltstack(&none, nullptr);
}

/// A stack that the program has made itself.
ucontext_t g_main, g_coroutine;
void inCoroutine(const char* kind, const Case& c) {
    const Stack stack(kSmallStack);
    g_inHandler = {kind, &c, &stack};
    ::getcontext(&g_coroutine);
    g_coroutine.uc_stack.ss_sp = stack.low();
    constexpr std::size_t kFrames = 512;  // wrappers read the words where arguments may be, beyond those that there
                                          // are: frames of a program lie there
    g_coroutine.uc_stack.ss_size = stack.bytes() - kFrames;
    g_coroutine.uc_link = &g_main;
    ::makecontext(
        &g_coroutine, +[] { measure("coroutine", g_inHandler.kind, *g_inHandler.one, g_inHandler.stack->low()); }, 0);
    ::swapcontext(&g_main, &g_coroutine);
}

template <std::size_t N>
void everywhere(const char* kind, const Case (&cases)[N], bool handlers) {
    for (const Case& c : cases) {
        inSmallThread(kind, c);
        inCoroutine(kind, c);
        if (handlers) inHandler(kind, c);
    }
}

/// The depth of fork() in the child, where all is begun anew.
void inChild() {
    const Case forks{"fork in the child", [] {
                         if (::fork() != 0) return void(::wait(nullptr));
                     }};
    static long* const depth =
        static_cast<long*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    static const pid_t parent = ::getpid();
    const Stack stack(64 << 10);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, stack.low(), stack.bytes());
    Measured m{"osrt", &forks, &stack};
    pthread_t thread;
    ::pthread_create(
        &thread, &attributes,
        [](void* data) -> void* {
            const Measured& mine = *static_cast<Measured*>(data);
            const long here = depthOf(mine.one->call, mine.stack->low());
            if (::getpid() == parent) return nullptr;
            depth[0] = here;
            depth[1] = depthOf([] { ::usleep(1); }, mine.stack->low());  // the first call: it joins
            ::_exit(0);
        },
        &m);
    ::pthread_join(thread, nullptr);
    std::printf("child osrt.fork %ld %ld\nchild osrt.usleep %ld %ld\n", depth[0], depth[0], depth[1], depth[1]);
}

}  // namespace

int main(int count, char** words) {
    char file[] = "/tmp/stack_use.XXXXXX";
    g_fd = ::mkstemp(file);
    g_file = file;
    int pair[2];
    if (g_fd < 0 || ::pipe2(g_ends, O_NONBLOCK | O_CLOEXEC) != 0 || ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return 6;
    g_socket = pair[0];
    std::setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word == "osrt") everywhere("osrt", kOsrt, true), everywhere("osrt", kOsrtElsewhere, false), inChild();
        if (word == "cublas") everywhere("cublas", kCublas, false);
        if (word == "cudnn") everywhere("cudnn", kCudnn, false);
        if (word == "mpi") everywhere("mpi", kMpi, false);
        if (word == "opengl") everywhere("opengl", kOpengl, false);
        if (word == "openmp") beginOpenMp(), everywhere("openmp", kOpenMp, false);
        if (word == "nvtx") beginNvtx(), everywhere("nvtx", kNvtx, false);
        if (word == "python") beginPython(), everywhere("python", kPython, false);
        if (word == "first") inSmallThread("first", kNvtx[2]);
    }
    ::unlink(file);
    std::puts("over");
    return 0;
}
