// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/error.h"

#include <iterator>

#include "model/base/messages.h"

namespace model {
namespace {

struct ErrorInfo {
    ErrorCode code;
    MessageCode fact, next;
};
constexpr ErrorInfo kErrors[] = {
    {ErrorCode::CannotOpen, MessageCode::ErrorCannotOpen, MessageCode::NextCannotOpen},
    {ErrorCode::NotAFile, MessageCode::ErrorNotAFile, MessageCode::NextNotAFile},
    {ErrorCode::EmptyFile, MessageCode::ErrorEmptyFile, MessageCode::NextEmptyFile},
    {ErrorCode::Truncated, MessageCode::ErrorTruncated, MessageCode::NextTruncated},
    {ErrorCode::Damaged, MessageCode::ErrorDamaged, MessageCode::NextDamaged},
    {ErrorCode::UnknownFormat, MessageCode::ErrorUnknownFormat, MessageCode::NextUnknownFormat},
    {ErrorCode::NewerVersion, MessageCode::ErrorNewerVersion, MessageCode::NextNewerVersion},
    {ErrorCode::ForeignDatabase, MessageCode::ErrorForeignDatabase, MessageCode::NextForeignDatabase},
    {ErrorCode::EmptyDatabase, MessageCode::ErrorEmptyDatabase, MessageCode::NextEmptyDatabase},
    {ErrorCode::GitLfsPointer, MessageCode::ErrorGitLfsPointer, MessageCode::NextGitLfsPointer},
    {ErrorCode::RawCapture, MessageCode::ErrorRawCapture, MessageCode::NextRawCapture},
    {ErrorCode::UnsupportedFeature, MessageCode::ErrorUnsupportedFeature, MessageCode::NextUnsupportedFeature},
    {ErrorCode::TooLarge, MessageCode::ErrorTooLarge, MessageCode::NextDamaged},
    {ErrorCode::OutOfMemory, MessageCode::ErrorOutOfMemory, MessageCode::NextOutOfMemory},
    {ErrorCode::Cancelled, MessageCode::ErrorCancelled, MessageCode::NextCancelled},
    {ErrorCode::CannotWrite, MessageCode::ErrorCannotWrite, MessageCode::NextCannotWrite},
    {ErrorCode::HtmlPage, MessageCode::ErrorHtmlPage, MessageCode::NextHtmlPage},
    {ErrorCode::FtraceText, MessageCode::ErrorFtraceText, MessageCode::NextFtraceText},
    {ErrorCode::SpeedscopeFile, MessageCode::ErrorSpeedscopeFile, MessageCode::NextSpeedscopeFile},
    {ErrorCode::ExecutionTrace, MessageCode::ErrorExecutionTrace, MessageCode::NextExecutionTrace},
    {ErrorCode::NcclInspectorLog, MessageCode::ErrorNcclInspectorLog, MessageCode::NextNcclInspectorLog},
    {ErrorCode::CpuProfile, MessageCode::ErrorCpuProfile, MessageCode::NextCpuProfile},
    {ErrorCode::RecipeResult, MessageCode::ErrorRecipeResult, MessageCode::NextRecipeResult},
    {ErrorCode::OldJsonExport, MessageCode::ErrorOldJsonExport, MessageCode::NextOldJsonExport},
    {ErrorCode::JsonWithoutEvents, MessageCode::ErrorJsonWithoutEvents, MessageCode::NextJsonWithoutEvents},
    {ErrorCode::PerfData, MessageCode::ErrorPerfData, MessageCode::NextPerfData},
    {ErrorCode::PprofProfile, MessageCode::ErrorPprofProfile, MessageCode::NextPprofProfile},
    {ErrorCode::TracyCapture, MessageCode::ErrorTracyCapture, MessageCode::NextTracyCapture},
    {ErrorCode::ProgramFile, MessageCode::ErrorProgramFile, MessageCode::NextProgramFile},
    {ErrorCode::PickleFile, MessageCode::ErrorPickleFile, MessageCode::NextPickleFile},
    {ErrorCode::MemoryPicture, MessageCode::ErrorMemoryPicture, MessageCode::NextMemoryPicture},
    {ErrorCode::TableFile, MessageCode::ErrorTableFile, MessageCode::NextTableFile},
    {ErrorCode::CsvTable, MessageCode::ErrorCsvTable, MessageCode::NextCsvTable},
    {ErrorCode::EmptyArchive, MessageCode::ErrorEmptyArchive, MessageCode::NextEmptyArchive},
    {ErrorCode::OtherArchive, MessageCode::ErrorOtherArchive, MessageCode::NextOtherArchive},
    {ErrorCode::WouldReplaceSource, MessageCode::ErrorWouldReplaceSource, MessageCode::NextWouldReplaceSource},
    {ErrorCode::WouldReplaceOther, MessageCode::ErrorWouldReplaceOther, MessageCode::NextWouldReplaceOther},
    {ErrorCode::NoTemporaryFile, MessageCode::ErrorNoTemporaryFile, MessageCode::NextNoTemporaryFile},
    {ErrorCode::BadRequest, MessageCode::Nothing, MessageCode::Nothing},
};

constexpr bool byCode() {
    for (std::size_t i = 0; i < std::size(kErrors); ++i)
        if (static_cast<std::size_t>(kErrors[i].code) != i) return false;
    return std::size(kErrors) == static_cast<std::size_t>(ErrorCode::Count);
}
static_assert(byCode(), "kErrors is indexed by ErrorCode");

const ErrorInfo& infoOf(ErrorCode code) { return kErrors[static_cast<std::size_t>(code)]; }

}  // namespace

Message factOf(const Error& e) {
    if (e.code == ErrorCode::BadRequest) return e.detail;
    Message out(infoOf(e.code).fact, {e.subject});
    if (!e.detail.empty() || e.offset >= 0) out.arguments.emplace_back(e.detail);
    if (e.offset >= 0) out.arguments.emplace_back(e.offset);
    return out;
}

Message nextOf(ErrorCode code) { return infoOf(code).next; }

Message sentenceOf(const Error& e) { return sentences(factOf(e), nextOf(e.code)); }

}  // namespace model
