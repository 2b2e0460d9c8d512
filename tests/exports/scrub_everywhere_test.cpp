// SPDX-License-Identifier: GPL-3.0-or-later
// A hundred kinds of secrets, one after another in every place of a report that holds text: none is left of a scrubbed
// copy, in any format. The places are those of the store's own tables (kinds of rows, of notes and entities, what a
// report says of itself, texts of profiles), so that a new one is tried by itself.
#include <sqlite3.h>
#include <algorithm>
#include <ctime>
#include <set>

#include "app/html/html_report.h"
#include "importers/export/export.h"
#include "importers/export/scrub_machines.h"
#include "importers/export/scrub_secrets.h"
#include "model/rep/rep_profiles.h"
#include "model/store/report_texts.h"
#include "tests/kit/all_texts.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/opened.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using importers::ExportFormat;
using importers::ExportOptions;
using model::StringId;
using model::TrackKind;

/// As somebody writes it, and what of it must not stay.
struct Secret {
    std::string_view text;
    std::vector<std::string_view> hidden;
};
const std::vector<Secret> kSecrets{
    // Addresses
    {"10.1.2.3", {"10.1.2.3"}},
    {"192.168.17.4:8080", {"192.168.17.4"}},
    {"172.16.50.0/24", {"172.16.50"}},
    {"fe80::1ff:fe23:4567:890a", {"1ff:fe23", "4567:890a"}},
    {"2001:db8:85a3::8a2e:370:7334", {"85a3", "8a2e"}},
    {"[2001:db8::17]:8443", {"2001:db8"}},
    {"fe80::dead:beef%eth0", {"dead:beef", "eth0"}},
    {"::ffff:10.77.7.7", {"10.77.7.7", "ffff:10"}},
    {"2001:0db8:0000:0000:0000:ff00:0042:8329", {"ff00", "8329"}},
    {"FD12:3456:789A::1", {"3456", "789A"}},
    {"02:42:ac:11:00:9e", {"42:ac:11"}},
    {"02-42-AC-11-00-9E", {"42-AC-11"}},
    {"0242.ac11.009e", {"ac11"}},
    {"ec0d:9a03:00aa:bbcc", {"9a03", "bbcc"}},
    {"80:00:02:08:fe:80:00:00:00:00:00:00:ec:0d:9a:03:00:aa:bb:cc", {"ec:0d", "bb:cc"}},
    // Numbers of devices and machines
    {"GPU-5ec4e7ab-8d1f-4f1c-9a3e-2b7c6d5e4f30", {"5ec4e7ab", "2b7c6d5e4f30"}},
    {"MIG-5ec4e7ab-8d1f-4f1c-9a3e-2b7c6d5e4f31", {"5ec4e7ab", "2b7c6d5e4f31"}},
    {"MIG-GPU-5ec4e7ab-8d1f-4f1c-9a3e-2b7c6d5e4f32/1/0", {"5ec4e7ab", "2b7c6d5e4f32"}},
    {"5ec4e7ab-8d1f-4f1c-9a3e-2b7c6d5e4f33", {"5ec4e7ab", "2b7c6d5e4f33"}},
    {"5EC4E7AB-8D1F-4F1C-9A3E-2B7C6D5E4F34", {"5EC4E7AB", "2B7C6D5E4F34"}},
    {"4c4c4544004b3910805ac4c04f4d3132", {"4c4c4544", "4f4d3132"}},
    {"serial=1324521Q00123A", {"1324521Q"}},
    {"Serial Number: 0324519Q72345B", {"0324519Q"}},
    {R"({"board_serial": "0324519Z72345C"})", {"0324519Z"}},
    {"serial: 1324021040231", {"1324021040231"}},
    {"serial 0324018045553", {"0324018045553"}},
    {"S/N 1324021040232", {"1324021040232"}},
    // Tokens, by their form
    {"Bearer AbCdEf0123456789", {"AbCdEf0123456789"}},
    {"Basic YWxpY2U6aHVudGVyMg==", {"YWxpY2U6"}},
    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl", {"eyJhbGci", "c2lnbmF0"}},
    {"AKIAIOSFODNN7ZZAMPLE", {"AKIAIOSF", "ZZAMPLE"}},
    {"ghp_16C7e42F292c6912E7710c838347Ae178B4a", {"16C7e42F"}},
    {"gho_16C7e42F292c6912E7710c838347Ae178B4b", {"16C7e42F"}},
    {"github_pat_11ABCDEFG0zzzzzz_yyyyyyyyyy", {"11ABCDEFG0", "yyyyyyyy"}},
    {"glpat-Zx9sQ2mVb7LkPq4RtYw1", {"Zx9sQ2mV"}},
    {"hf_QwErTyUiOpAsDfGhJkLzXcVbNm", {"QwErTyUi"}},
    {"sk-proj-9aZ8yX7wV6uT5sR4qP3o", {"9aZ8yX7w"}},
    {"sk-ant-api03-Zz9Yy8Xx7Ww6Vv5Uu4", {"Zz9Yy8Xx"}},
    {"xoxb-2345678901-ZyXwVuTsRq", {"2345678901", "ZyXwVuTs"}},
    {"nvapi-Qq1Ww2Ee3Rr4Tt5Yy6", {"Qq1Ww2Ee"}},
    {"AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY", {"9tSrke72"}},
    {"AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", {"QPZRY9X8", "MUA7L"}},
    {"0a1b2c3d4e5f60718293a4b5c6d7e8f901234567", {"0a1b2c3d", "01234567"}},
    {"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\nAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----",
     {"b3BlbnNz", "AAAABG5v"}},
    // … by the schemes of HTTP, with the header and without it
    {R"(Authorization: Digest username="alicez", realm="zetarealm", nonce="n0nce7x", response="6629fae4")",
     {"alicez", "zetarealm", "n0nce7x", "6629fae4"}},
    {R"(curl -H 'Authorization: Digest username="alicez", nonce="n0nce7x"' x)", {"alicez", "n0nce7x"}},
    {R"({\"Authorization\": \"Digest username=\\\"alicez\\\", nonce=\\\"n0nce7x\\\"\"})", {"alicez", "n0nce7x"}},
    {R"(Digest username="alicez", realm="zetarealm", nonce=n0nce7x, response="6629fae4")",
     {"alicez", "zetarealm", "n0nce7x", "6629fae4"}},
    {R"(WWW-Authenticate: Digest realm="zetarealm", nonce="n0nce7x")", {"zetarealm", "n0nce7x"}},
    {"('Authorization', 'Custom n0nce7x')", {"n0nce7x"}},
    {R"(HOBA result="ab.cd.n0nce7x")", {"n0nce7x"}},
    {R"(Mutual sid="n0nce7x", user="alicez", kc1="6629fae4")", {"n0nce7x", "alicez", "6629fae4"}},
    {R"(OAuth realm="x", oauth_nonce="n0nce7x", oauth_signature="6629fae4")", {"n0nce7x", "6629fae4"}},
    {"OAuth n0nce7x", {"n0nce7x"}},
    {"Negotiate YIIabc7defghij==", {"abc7def"}},
    {R"(SCRAM-SHA-256 sid=n0nce7x, data="biwsbj1hbGljZQ")", {"n0nce7x", "biwsbj1h"}},
    {"vapid t=n0nce7x.b.c, k=BA1Hxz7q", {"n0nce7x", "BA1Hxz7q"}},
    {"AWS4-HMAC-SHA256 Credential=alicez/20260101/s3, SignedHeaders=host;x-amz-date, Signature=6629fae4",
     {"alicez", "6629fae4"}},
    {"DPoP n0nce7x", {"n0nce7x"}},
    {"GNAP n0nce7x", {"n0nce7x"}},
    {R"(PrivateToken token="n0nce7x")", {"n0nce7x"}},
    {"Concealed k=n0nce7x, s=2055, p=6629fae4", {"n0nce7x", "6629fae4"}},
    {"SharedKey zetaaccount:6629fae4=", {"zetaaccount", "6629fae4"}},
    // … by the names of what holds them
    {"--password hunter2x", {"hunter2x"}},
    {"--password\thunter2x", {"hunter2x"}},
    {"--password\nhunter2x", {"hunter2x"}},
    {R"(--password\thunter2x)", {"hunter2x"}},  // as safeText() shows them
    {R"(--password\nhunter2x)", {"hunter2x"}},
    {R"(mysql\t-u\troot\t-phunter2x)", {"hunter2x"}},
    {"password%3Dhunter2x", {"hunter2x"}},
    {"a%3D1%26token%253Dhunter2x", {"hunter2x"}},
    {"%22password%22%3a%22hunter2x%22", {"hunter2x"}},
    {"--password=hunter2x,yes", {"hunter2x", "2x,yes"}},
    {"DB_PASSWORD=hunter2x", {"hunter2x"}},
    {"db-passwd: 'hunter2 x'", {"hunter2"}},
    {R"({"user": 3, "password": "hunter2x"})", {"hunter2x"}},
    {R"({\"pwd\": \"hunter2x\"})", {"hunter2x"}},
    {"['--api-key', 'hunter2x']", {"hunter2x"}},
    {"clientSecret: hunter2x", {"hunter2x"}},
    {"aws_secret_access_key = hunter2x", {"hunter2x"}},
    {"os.environ['WANDB_API_KEY']='hunter2x'", {"hunter2x"}},
    {"auth_token=hunter2x", {"hunter2x"}},
    {"Authorization: Custom hunter2x", {"hunter2x"}},
    {"Cookie: a=hunter2x; sid=hunter3x", {"hunter2x", "hunter3x"}},
    {R"(Cookie: a="hunter2x"; sid=hunter3x)", {"hunter2x", "hunter3x"}},
    {"cookies={'a': 'hunter2x', 'b': 'hunter3x'}", {"hunter2x", "hunter3x"}},
    {"auth=('alicez', 'hunter2x')", {"alicez", "hunter2x"}},
    {R"(credentials: {"a": "hunter2x", "b": ["hunter3x"]})", {"hunter2x", "hunter3x"}},
    {R"({\"password\": \"hunter2x\\\"hunter3x\"})", {"hunter2x", "hunter3x"}},
    {"session_id=hunter2x", {"hunter2x"}},
    {"--credentials hunter2x", {"hunter2x"}},
    {"mysql -u root -phunter2x db", {"hunter2x"}},
    {"curl -u me:hunter2x x", {"hunter2x"}},
    {"Server=db;User ID=alicez;Password=hunter2x;Encrypt=yes", {"alicez", "hunter2x"}},
    {"Password=hunter2x;Uid=alicez", {"alicez", "hunter2x"}},
    {"alicez:hunter2x@db.corp.example:5432/x", {"alicez", "hunter2x"}},
    {"alicez:hunter2x@tcp(db17:3306)/x", {"alicez", "hunter2x"}},
    {"jdbc:oracle:thin:alicez/hunter2x@db17:1521:x", {"alicez", "hunter2x"}},
    {"machine db17 login alicez password hunter2x", {"hunter2x"}},
    {"ALTER USER x IDENTIFIED BY 'hunter2x'", {"hunter2x"}},
    {"<password>hunter2x</password>", {"hunter2x"}},
    {R"({"name": "DB_PASSWORD", "value": "hunter2x"})", {"hunter2x"}},
    // … in a sentence, or behind an arrow
    {"PASSWORD is hunter2x", {"hunter2x"}},
    {"password: is hunter2x", {"hunter2x"}},
    {"the password is: hunter2x", {"hunter2x"}},
    {"token was hunter2x", {"hunter2x"}},
    {"token := hunter2x", {"hunter2x"}},
    {"secret -> hunter2x", {"hunter2x"}},
    {"secret\u2192hunter2x", {"hunter2x"}},
    {"passphrase was set to 'hunter2x hunter3x'", {"hunter2x", "hunter3x"}},
    {"wrong password 'hunter2x' there", {"hunter2x"}},
    {"the password for alicez is hunter2x", {"hunter2x"}},
    {"The API key was hunter2x", {"hunter2x"}},
    {R"(password\tis\thunter2x)", {"hunter2x"}},  // as safeText() shows it
    {"password%20is%20hunter2x", {"hunter2x"}},
    {"password\uff1ahunter2x", {"hunter2x"}},  // a colon in full width
    {"密码是hunter2x", {"hunter2x"}},
    {"令牌：hunter2x", {"hunter2x"}},
    // Who and where
    {"https://me:hunter2x@gpu17.corp.example/zetaproject?token=hunter3x",
     {"hunter2x", "gpu17", "hunter3x"}},  // the end of a path stays, where only that is shown
    {"alice.zeta@corp.example", {"alice.zeta", "corp.example"}},
    {"gpu17.zetacorp.com", {"gpu17", "zetacorp"}},
    {"root@gpu17", {"gpu17"}},
    {"git@git.zetacorp.com:zetateam/zetaproject.git", {"zetacorp", "zetateam"}},
    {"nfs17:/export/zetashare/x", {"nfs17", "zetashare"}},
    {"//nas17/zetashare/x", {"nas17", "zetashare"}},
    {R"(\\nas17\zetashare\x)", {"nas17", "zetashare"}},
    {"s3://zeta-bucket/run7", {"zeta-bucket"}},
    {"ssh://alice@login17:22/home", {"alice@", "login17"}},
    {"MASTER_ADDR=gpu17", {"gpu17"}},
    {"--rdzv_endpoint gpu17:29500", {"gpu17"}},
    {"ip-10-1-2-33", {"10-1-2-33"}},
    {"host-10-1-2-34", {"10-1-2-34"}},
    {"ssh gpu-node-17", {"gpu-node-17"}},
    {"on host gpu-node-17", {"gpu-node-17"}},
    {"gpu-node-17:29500", {"gpu-node-17"}},
    // Paths that do not begin with a slash, or not as one expects
    {"file:///srv/zetashare/model.bin", {"zetashare"}},
    {"file:///srv/zeta%20share/x/model.bin", {"zeta%20share"}},
    {"kernel_/srv/zetashare/x", {"zetashare"}},
    {"$HOME/zetaproject/x", {"zetaproject"}},
    {"${WORK}/zetaproject/x", {"zetaproject"}},
    {R"(%USERPROFILE%\zetaproject\x)", {"zetaproject"}},
};

/// What stands around it: nothing, a sentence, brackets, quotation marks.
constexpr std::string_view kAround[] = {"{}", "at {} there", "({})", "\"{}\","};

/// A report with a text of ours in every place; each place has one of its own.
class Planted {
public:
    explicit Planted(std::string_view secret, const model::SnapshotPtr& profiled) : m_secret(secret) {
        rows();
        if (profiled)
            model::rep::appendProfiles(m_store->kernelProfiles(), *profiled, [&](StringId) { return text(); });
        about();
        notes();
        m_store->publish();
        m_store->setFlows({{0, 0, 0, 1, text()}});
        m_store->publish(true);
    }
    model::SnapshotPtr report() const { return m_store->snapshot(); }
    int places() const { return m_places; }

private:
    std::string said() {
        const std::string_view around = kAround[static_cast<std::size_t>(m_places) % std::size(kAround)];
        const std::string out = fmt::format(fmt::runtime(around), m_secret);
        return around == "{}" ? (++m_places, out) : fmt::format("{} p{}q", out, m_places++);
    }
    StringId text() { return m_store->strings().intern(said()); }
    model::Arg arg(StringId key, StringId value) { return {key, model::Arg::Type::String, value}; }

    void rows() {
        for (const model::TrackKindInfo& kind : model::trackKinds()) {
            model::TrackKey key;
            key.pid = 4711, key.tid = 4712, key.device = 0, key.context = 1, key.stream = 7,
            key.domain = static_cast<std::int64_t>(kind.kind);
            const model::TrackId track = m_store->track(kind.kind, key);
            // A program is called like the end of its path, which stays.
            const bool isPath = kind.kind == TrackKind::Process && m_secret.find('/') != m_secret.npos;
            m_store->setTrackName(track, isPath ? m_store->strings().intern("python") : text());
            if (kind.shape == model::Shape::Group) continue;
            if (kind.shape == model::Shape::Counter) {
                m_store->counter(track).append(5, 1.0);
                continue;
            }
            for (model::Lane* lane : {&m_store->lane(track, 0), &m_store->overflowLane(track, 0)}) {
                const StringId known = m_store->strings().intern("dtype");
                const model::Arg args[] = {arg(text(), text()), arg(known, text()),
                                           arg(m_store->strings().intern("shortName"), text()),
                                           arg(m_store->strings().intern("config.note"), text())};
                model::Event e{10, 20, text(), m_store->args().intern(args), 3, 0};
                const model::Frame frames[] = {{text(), text(), 7, 0, 0},
                                               {text(), m_store->strings().intern("/usr/lib/libc.so.6"), 7, 0, 0}};
                if (model::payloadIsChain(lane->kind())) e.payload = m_store->callchains().intern(frames);
                lane->append(e);
                e.start = 30, e.end = 40, e.name = text();
                lane->append(e);
            }
        }
    }
    void about() {
        model::ReportInfo& info = m_store->info();
        info.formatKey = "chrome";
        for (const model::Entity::Type type :
             {model::Entity::Type::Device, model::Entity::Type::Process, model::Entity::Type::Thread,
              model::Entity::Type::Context, model::Entity::Type::Stream, model::Entity::Type::Host}) {
            model::Entity& e = info.entities.emplace_back();
            e.type = type, e.key.device = 0, e.key.pid = 4711;
            e.facts = {{"", ""}, {"command line", ""}, {"uuid", ""}};
        }
        info.session_facts = {{"", ""}, {"Version", ""}, {"typed", ""}, {"NvDriverVersion", ""}};
        info.categories.push_back({4711, 3, 1, ""});
        info.attachments.push_back({"", 4711, "17"});
        info.skipped[""] = 2;
        // What decides how the rest is looked at keeps its name.
        const std::set<std::string> named{"chrome", "command line", "uuid", "Version", "typed", "NvDriverVersion"};
        model::rewriteTexts(info, [&](std::string& t) { t = named.contains(t) ? t : said(); });
        // Four numbers alone are a version here.
        for (auto& [key, value] : info.session_facts)
            if (named.contains(key) && value == m_secret) value = fmt::format("at {} there", m_secret);
        const bool isPath = m_secret.find('/') != m_secret.npos;
        for (model::Entity& e : info.entities)
            if (e.type == model::Entity::Type::Process && isPath) e.name = "python";  // as for its row
        // A file may be called like everything but a path; its name stays.
        info.path = "/home/zeta/" + (isPath ? "report.json" : said());
        info.cut.times = {0, 1000};
    }
    void notes() {
        for (int n = 0; n < static_cast<int>(model::Note::Count); ++n)
            m_store->diagnostics().add(static_cast<model::Note>(n), said(), 1, said());
    }

    std::string m_secret;
    int m_places = 0;
    std::shared_ptr<model::EventStore> m_store = model::EventStore::create();
};

/// What other people's kernels were measured with, for its many texts; null where it is not here.
model::SnapshotPtr profiledSample() {
    const char* samples = std::getenv("SIGHTLINE_SAMPLES");
    const fs::path folder = fs::path(samples ? samples : "") / "h100" / "ncu";
    if (!samples || !fs::exists(folder)) return nullptr;
    std::pair<std::uintmax_t, fs::path> smallest{UINTMAX_MAX, {}};
    for (const auto& f : fs::directory_iterator(folder))
        if (f.path().extension() == ".ncu-rep") smallest = std::min(smallest, {f.file_size(), f.path()});
    return smallest.second.empty() ? nullptr : Opened(smallest.second).s;
}

std::string bytesIn(const fs::path& path) {
    if (!fs::is_directory(path)) return bytesOfFile(path);
    std::string out;
    for (const auto& one : fs::directory_iterator(path)) out += bytesOfFile(one.path());
    return out;
}

int g_left = 0;
void mustLack(const std::string& what, const std::string& all, const Secret& secret) {
    for (const std::string_view hidden : secret.hidden) {
        const std::size_t at = all.find(hidden);
        if (at == all.npos || ++g_left > 40) continue;
        check::fail(
            __FILE__, __LINE__,
            fmt::format("{}: {} of {} is left: {}", what, hidden, secret.text, all.substr(at > 60 ? at - 60 : 0, 160)));
    }
}

void scrubAll(importers::ScrubParts parts) {
    CHECK(kSecrets.size() >= 100);
    const Folder folder;
    const model::SnapshotPtr profiled = profiledSample();
    for (const Secret& secret : kSecrets) {
        const Planted planted(secret.text, profiled);
        const std::string before = allTexts(*planted.report());
        for (const std::string_view hidden : secret.hidden) CHECK(before.find(hidden) != before.npos);
        CHECK(planted.places() > 300);
        ExportOptions options;
        options.scrub = parts;
        options.overwrite = true;
        const model::SnapshotPtr scrubbed = importers::partOf(planted.report(), options);
        const fs::path rep = folder / "out.rep";
        options.scrub = 0;
        CHECK(importers::exportReport(scrubbed, ExportFormat::Rep, rep, options).has_value());
        const Opened out(rep);
        CHECK_EQ(out.s->eventCount(), planted.report()->eventCount());
        mustLack(".rep", allTexts(*out.s), secret);
        for (const auto& [format, name] : {std::pair{ExportFormat::Sqlite, "sqlite"},
                                           {ExportFormat::Json, "json"},
                                           {ExportFormat::Csv, "csv"},
                                           {ExportFormat::Chrome, "chrome"}}) {
            CHECK(importers::exportReport(scrubbed, format, folder / name, options).has_value());
            mustLack(name, bytesIn(folder / name), secret);
        }
        mustLack("HTML", app::htmlReport(*out.s), secret);
    }
}

}  // namespace

TEST("the usual scrub leaves none of a hundred kinds of secrets in any place of a report, in any format") {
    scrubAll(importers::kUsualScrub);
}

TEST("the full scrub leaves none of them either") { scrubAll(importers::kFullScrub); }

TEST("what looks like a secret and is none stays: versions, names of C++ and Python, times, counts of tokens") {
    ExportOptions options;
    options.scrub = importers::kUsualScrub;
    const auto store = model::EventStore::create();
    const model::TrackId track = store->track(TrackKind::Slices, {});
    constexpr std::string_view kPublic[] = {"CUDA 12.4.1.3",
                                            "cudnn_version: 8.9.7.29",
                                            "driver 10.2.89.1",
                                            "nvidia-cublas-cu12-12.4.5.8",
                                            "libcudart.so.12.4.1.3",
                                            "1.2.3",
                                            "12:34:56",
                                            "0:00:12.5",
                                            "c10::cuda::CUDAStream",
                                            "at::native::add",
                                            "c10::f16",
                                            "torch.nn.Linear",
                                            "model.layers.0.self_attn",
                                            "self.net(x)",
                                            "aten::to.dtype",
                                            "train.py:12",
                                            "tokens=512",
                                            "max_new_tokens: 128",
                                            "token: 12",
                                            "step 7: forward",
                                            "Memcpy HtoD (Pinned -> Device)",
                                            "memcpy@GLIBC",
                                            "void foo<(int)4, true>(float*)",
                                            "layer1/block-2",
                                            "x @ y",
                                            "ProfilerStep#3",
                                            "threading.local",
                                            "basic block",
                                            "session 3",
                                            "tokenizer: fast",
                                            "kernel_0d1d2d3",
                                            "worker-3",
                                            "node 17",
                                            "serial 3",
                                            "serial execution",
                                            "server 2",
                                            "author: forward",
                                            "12.5 GB/s",
                                            "https://docs.nvidia.com/cuda/guide.html",
                                            "token_embedding",
                                            "void password_hash_kernel<int>(char const*)",
                                            "password_hash_kernel is slow",
                                            "tokens is 5",
                                            "token is 5",
                                            "next token is the",
                                            "token -> embedding",
                                            "token->next",
                                            "session->Run(x)",
                                            "secret->get()",
                                            "pass is done",
                                            "session is closed",
                                            "password is set",
                                            "auth is disabled",
                                            "key is value",
                                            "digest size=3, mode=5",
                                            "signature x=1",
                                            "mutual attention",
                                            "basic attention_layer2_forward",
                                            "f::g@plt",
                                            "unexpected token 'x1' there",
                                            "<token>5",
                                            "name: token, value: 5",
                                            "-p 8080:80",
                                            "run -p 2222 x",
                                            "cookie cutter",
                                            "num_tokens -> 12",
                                            "layer_1 -> layer_2"};
    for (model::TimeNs t = 0; const std::string_view name : kPublic)
        store->lane(track, 0).append({t, t + 5, store->strings().intern(name), 0, 0, 0}), t += 10;
    const model::SnapshotPtr out = importers::partOf(store->publish(true), options);
    const std::string all = '\n' + allTexts(*out);
    for (const std::string_view name : kPublic)
        if (all.find(fmt::format("\n{}\n", name)) == all.npos)
            check::fail(__FILE__, __LINE__, fmt::format("{} is gone", name));
}

TEST("four numbers are an address or a version by the word before them, or by what holds them") {
    using namespace importers::exporting;
    const auto mark = [](std::string_view text, std::string_view name = {}) {
        return replaceMachines(text, name, [](MachineForm, std::string_view) { return std::string("*"); });
    };
    CHECK_EQ(mark("12.4.1.3"), "*");
    CHECK_EQ(mark("12.4.1.3", "CUDA version"), "12.4.1.3");
    CHECK_EQ(mark("12.4.1.3", "peer"), "*");
    CHECK_EQ(mark("toolkit 12.4.1.3 on 10.1.2.3"), "toolkit 12.4.1.3 on *");
    CHECK_EQ(mark("to 10.0.12.255:80, version 12.4.131.0.1, 8.9.7.300, 1.2.3"),
             "to *:80, version 12.4.131.0.1, 8.9.7.300, 1.2.3");
    CHECK_EQ(mark("::1 and fe80::1%en0. [::1]:80"), "* and *. [*]:80");
    CHECK_EQ(mark("std::abs(x), a::b, ::add, c10::f"), "std::abs(x), a::b, ::add, c10::f");
    CHECK_EQ(mark("see https://a.b/c?d=e. (http://[::1]:80/x)"), "see *. (*)");
}

TEST("values are secrets by the names before them, up to where they end") {
    using namespace importers::exporting;
    const auto mark = [](std::string_view text) {
        return replaceNamedValues(text, [](NameKind kind, std::string_view value) {
            return kind == NameKind::Secret || kind == NameKind::Perhaps ? std::string("*") : std::string(value);
        });
    };
    CHECK_EQ(mark("--password a,b --user c"), "--password * --user c");
    CHECK_EQ(mark("f(password=a, user=b)"), "f(password=*, user=b)");
    CHECK_EQ(mark("x?token=abc&y=1"), "x?token=*&y=1");
    CHECK_EQ(mark(R"({"api_key": "a\"b", "n": 1})"), R"({"api_key": "*", "n": 1})");
    CHECK_EQ(mark("Authorization: Custom a b\nnext"), "Authorization: *\nnext");
    CHECK_EQ(mark("password=null token=12 secret=12 Token::parse --token --fast"),
             "password=null token=12 secret=* Token::parse --token --fast");
    CHECK_EQ(mark(R"(-H 'Authorization: Digest a="b", c="d"' x)"), "-H 'Authorization: *' x");
    CHECK_EQ(mark(R"({\"password\": \"a\\\"b\\\\\", \"n\": 1})"), R"({\"password\": \"*\", \"n\": 1})");
    CHECK_EQ(mark("auth=('a', f(']')), n=1"), "auth=*, n=1");
    CHECK_EQ(mark("password: is a, token was B7; secret -> c and password is set"),
             "password: is *, token was *; secret -> * and password is set");
    for (const char* name : {"Conv2d:forward@gpu0", "train.py:12@rank0", "memcpy:x@GLIBC"})
        CHECK_EQ(replaceSecretForms(name, [](std::string_view) { return std::string("*"); }), std::string(name));
    CHECK_EQ(mark("%22password%22%3a%22a2%22%2c%22n%22"), "%22password%22%3a%22*%22%2c%22n%22");
    for (const char* name :
         {"userPassword", "HF_TOKEN", "X-Api-Key", "client_secret", "GPUSecret", "config.auth.token"})
        CHECK(nameKind(name) == NameKind::Secret || nameKind(name) == NameKind::Perhaps);
    for (const char* name : {"tokens", "tokenizer", "author", "passes", "key", "mac_count"})
        CHECK(nameKind(name) == NameKind::Any);
}

TEST("no text takes longer than its length: whatever begins again and again, and never ends") {
    using namespace importers::exporting;
    constexpr std::size_t kBytes = 1 << 20;
    const auto tookMs = [](std::string_view part) {
        std::string text = "password ";
        while (text.size() < kBytes) text += part;
        const auto mark = [](std::string_view) { return std::string("*"); };
        const auto keep = [](NameKind, std::string_view value) { return std::string(value); };
        const std::clock_t before = std::clock();
        replaceNamedValues(replaceSecretForms(text, mark), keep);
        return (std::clock() - before) * 1000 / CLOCKS_PER_SEC;
    };
    for (const char* part :
         {"secret->", "token->(", "password_x is (", "user=a; ", "\\", "password=\\\\", "password=[\"",
          "secret->secret->f( ", "a:b@", "a=(", "authorization: =\"", "is set to ", "Digest user=\"a\", "})
        if (const auto ms = tookMs(part); ms > 20'000)
            check::fail(__FILE__, __LINE__, fmt::format("{} took {} ms", part, ms));
}

TEST("keys of arguments are scrubbed as their values are, and with names none stays that people gave") {
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    const fs::path file = fs::path(shared ? shared : "") / "samples/round2/harm/alice.pt.trace.json";
    if (!shared || !fs::exists(file)) SKIP("no sample reports");
    const Opened whole(file);
    CHECK(whole.result.has_value());
    for (const bool full : {false, true}) {
        ExportOptions options;
        options.scrub = full ? importers::kFullScrub : importers::kUsualScrub;
        const std::string all = allTexts(*importers::partOf(whole.s, options));
        for (const char* hidden : {"alice", "hunter2", "corp.example", "nas01", "gpu17"})
            if (const std::size_t at = all.find(hidden); at != all.npos)
                check::fail(__FILE__, __LINE__,
                            fmt::format("{} is left: {}", hidden, all.substr(at > 60 ? at - 60 : 0, 160)));
        if (full && all.find("secretproj") != all.npos) check::fail(__FILE__, __LINE__, "secretproj is left");
    }
}
