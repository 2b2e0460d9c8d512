// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/print_message.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/text/json.h"
#include "app/text/terminal.h"
#include "model/base/handle.h"

namespace app {
namespace {

struct MessagesFile {
    model::Handle handle;
    bool only = false;  // nothing goes to standard error
};

MessagesFile& messagesFile() {
    static MessagesFile file;
    return file;
}

}  // namespace

int printMessage(const model::Message& message, int code) {
    if (!messagesFile().only) print(fmt::format("sightline: {}\n", model::english(message)), stderr);
    if (const model::Handle& file = messagesFile().handle; file.valid()) {
        const std::string line = messageJson(message) + '\n';
        // In one piece: processes that this one forks write into the same file.
        [[maybe_unused]] const auto written = ::write(file.get(), line.data(), line.size());
    }
    return code;
}

bool writeMessagesTo(const std::string& file, bool only) {
    MessagesFile& to = messagesFile();
    to.handle = model::Handle(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    to.only = only && to.handle.valid();
    return to.handle.valid();
}

}  // namespace app
