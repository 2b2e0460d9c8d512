// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/arguments.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <array>

#include "app/window/pane_table.h"

namespace app {
namespace {

struct CommandLine {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

struct Options {
    QCommandLineOption screenshot{
        QStringLiteral("screenshot"),
        CommandLine::tr("Write a picture to <file>, which ends in .png, .svg or .pdf, and end; needs no display."),
        CommandLine::tr("file")};
    QCommandLineOption what{
        QStringLiteral("what"),
        CommandLine::tr(
            "What the picture shows: window; view, selection or whole of the timeline (as on screen, the selected time, everything); pane; preferences (the page --pane: appearance, times, keys, panes, files, storage)."),
        CommandLine::tr("what"), QStringLiteral("window")};
    QCommandLineOption allRows{
        QStringLiteral("all-rows"),
        CommandLine::tr(
            "All rows of the timeline or the pane, not only those on screen; with --what view, selection or pane.")};
    QCommandLineOption legend{QStringLiteral("legend"),
                              CommandLine::tr("What the legend of a timeline explains: none, kinds or names."),
                              CommandLine::tr("legend"), QStringLiteral("kinds")};
    QCommandLineOption caption{QStringLiteral("caption"), CommandLine::tr("Text above the picture."),
                               CommandLine::tr("text")};
    QCommandLineOption view{
        QStringLiteral("view"),
        CommandLine::tr("Show the view that is kept in <file> (NAME.view.json): zoom, rows, marks, selection."),
        CommandLine::tr("file")};
    QCommandLineOption size{QStringLiteral("size"), CommandLine::tr("Size of that window in logical pixels."),
                            CommandLine::tr("WxH"), QStringLiteral("1600x900")};
    QCommandLineOption scale{QStringLiteral("scale"), CommandLine::tr("Device pixels per logical pixel, 0.5 to 4."),
                             CommandLine::tr("number"), QStringLiteral("1")};
    QCommandLineOption range{QStringLiteral("range"),
                             CommandLine::tr("Part of the report to show, like 1.2s..1.3s or 500ms.."),
                             CommandLine::tr("a..b")};
    QCommandLineOption select{QStringLiteral("select"),
                              CommandLine::tr("Span of time to select, written like --range."),
                              CommandLine::tr("a..b")};
    QCommandLineOption find{QStringLiteral("find"), CommandLine::tr("Look for events, as in the search bar."),
                            CommandLine::tr("text")};
    QCommandLineOption rows{QStringLiteral("rows"), CommandLine::tr("Show only rows whose name holds <text>."),
                            CommandLine::tr("text")};
    QCommandLineOption pane{
        QStringLiteral("pane"),
        CommandLine::tr(
            "The pane in front: details, events, selection, reports, functions, memory, roofline, advice, checklist, sql, kernelProfile, importLog; reports:<table> shows that table, kernelProfile:<page> that page (summary, sections, memory, occupancy, rules, source, metrics), kernelProfile:<page>:3 of the third kernel, sql:<statement> runs it. With --compare the tab: findings, parts, kernels, ranges, operators, api, memory, events, flame, advice, setup, details."),
        CommandLine::tr("name")};
    QCommandLineOption baseline{
        QStringLiteral("baseline"),
        CommandLine::tr("Another report that --pane roofline or kernelProfile compares with, by the names of kernels."),
        CommandLine::tr("report")};
    QCommandLineOption times{
        QStringLiteral("times"),
        CommandLine::tr(
            "How times are written: offset (from the start of the report), or by the clock utc, local or captured."),
        CommandLine::tr("times"), QStringLiteral("offset")};
    QCommandLineOption theme{QStringLiteral("theme"), CommandLine::tr("light or dark."), CommandLine::tr("theme")};
    QCommandLineOption language{
        QStringLiteral("lang"),
        CommandLine::tr("en or zh_CN. A picture (--screenshot) is in English unless zh_CN is given."),
        CommandLine::tr("language")};
    QCommandLineOption compare{QStringLiteral("compare"),
                               CommandLine::tr("Compare two reports: the second one with the first one.")};
    QCommandLineOption newWindow{QStringLiteral("new-window"),
                                 CommandLine::tr("Open a window of its own, even if one is running.")};
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}, CommandLine::tr("Show this text.")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")}, CommandLine::tr("Show the version.")};

    /// For the build: what completes command lines, and a page of the manual of the system. See app::helpAs().
    QCommandLineOption helpAs{QStringLiteral("help-as"), {}, QStringLiteral("form")};

    QList<QCommandLineOption> listed() const {
        return {screenshot, what, view,     allRows, legend, caption,  size,    scale,     range, select, find,
                rows,       pane, baseline, times,   theme,  language, compare, newWindow, help,  version};
    }
    void addTo(QCommandLineParser& parser) const {
        parser.addOptions(listed());
        QCommandLineOption hidden = helpAs;
        hidden.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(hidden);
        parser.addPositionalArgument(QStringLiteral("report"), CommandLine::tr("Reports to open."),
                                     QStringLiteral("[report…]"));
        parser.setApplicationDescription(
            CommandLine::tr("Shows what every CPU thread, CUDA call and GPU stream of a run did, and when."));
    }
};

std::optional<QSize> parseSize(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const auto m = form.match(text);
    if (!m.hasMatch()) return {};
    const QSize size(m.captured(1).toInt(), m.captured(2).toInt());
    if (size.width() < 320 || size.height() < 200 || size.width() > 16384 || size.height() > 16384) return {};
    return size;
}

// Words of options, which completion offers, too.
using What = PictureWhat;
constexpr std::pair<const char*, What> kWhats[] = {{"window", What::Window},       {"view", What::View},
                                                   {"selection", What::Selection}, {"whole", What::Whole},
                                                   {"pane", What::Pane},           {"preferences", What::Window}};
using timeline::LegendBy;
constexpr std::pair<const char*, LegendBy> kLegends[] = {
    {"none", LegendBy::Nothing}, {"kinds", LegendBy::Kinds}, {"names", LegendBy::Names}};

/// Which of the words it is.
template <class Value, std::size_t N>
std::optional<Value> choiceOf(const QString& word, const std::pair<const char*, Value> (&words)[N]) {
    for (const auto& [text, value] : words)
        if (word == QLatin1String(text)) return value;
    return {};
}

/// Why what is wanted of a picture does not go together; empty = it does.
QString contradiction(const QCommandLineParser& parser, const Options& o, const Arguments& out) {
    const bool timeline = out.what == What::View || out.what == What::Selection || out.what == What::Whole;
    if (parser.isSet(o.legend) && !timeline)
        return CommandLine::tr("--legend is about a timeline: it wants --what view, selection or whole.");
    if (out.allRows && out.what != What::View && out.what != What::Selection && out.what != What::Pane)
        return CommandLine::tr("--all-rows wants --what view, selection or pane.");
    if (out.what == What::Pane && out.pane.isEmpty() && !out.compare)
        return CommandLine::tr("--what pane wants --pane, too.");
    const QString pane = out.pane.section(u':', 0, 0);
    if (parser.isSet(o.baseline) &&
        (out.compare || (pane != QLatin1String("roofline") && pane != QLatin1String("kernelProfile"))))
        return CommandLine::tr("--baseline wants --pane roofline or kernelProfile; --compare compares whole reports.");
    if (parser.isSet(o.baseline) && (parser.value(o.baseline).isEmpty() || out.files.contains(out.baseline)))
        return CommandLine::tr("--baseline wants another report.");
    // What would change nothing in the picture is refused: who asks for it thinks of another one.
    const bool isDifference = out.what == What::Pane && out.compare;  // of whole reports
    if (out.range && out.what != What::Window && out.what != What::View)
        return CommandLine::tr("--range wants --what window or view.");
    if (out.selection && (out.what == What::Whole || isDifference))
        return CommandLine::tr("--select wants --what window, view or selection, or a pane of one report.");
    if (!out.rows.isEmpty() && isDifference)
        return CommandLine::tr("--rows wants a timeline, or a pane of one report.");
    if (!out.find.isEmpty() && out.what != What::Window)
        return CommandLine::tr("--find wants --what window, which marks above the timeline what was found.");
    if (!out.view.isEmpty() && out.compare)
        return CommandLine::tr("--view applies to one report: it cannot be combined with --compare.");
    if (out.what == What::Selection && !out.selection && out.view.isEmpty())
        return CommandLine::tr("--what selection wants --select or --view, too.");
    if (out.what != What::Window && out.scale < 1)
        return CommandLine::tr("--scale needs a number from 1 to 4, except for windows.");
    return {};
}

QString readPicture(const QCommandLineParser& parser, const Options& o, Arguments& out) {
    for (const QCommandLineOption& option : {o.what, o.view, o.allRows, o.legend, o.caption, o.baseline, o.size,
                                             o.scale, o.range, o.select, o.find, o.rows, o.pane, o.times})
        if (parser.isSet(option) && !parser.isSet(o.screenshot))
            return CommandLine::tr("--%1 applies to pictures: it needs --screenshot, too.").arg(option.names().first());
    if (!parser.isSet(o.screenshot)) return {};
    if (out.screenshot.isEmpty()) return CommandLine::tr("--screenshot needs the name of a file.");
    out.preferences = parser.value(o.what) == QLatin1String("preferences");
    if (out.preferences && !out.files.isEmpty())
        return CommandLine::tr("--what preferences is about no report: leave it out.");
    if (!out.compare && !out.preferences && out.files.size() != 1)
        return CommandLine::tr("--screenshot wants one report.");
    const auto format = pictureFormatOf(out.screenshot);
    if (!format) return CommandLine::tr("--screenshot wants a name that ends in .png, .svg or .pdf.");
    out.format = *format;
    const auto what = choiceOf(parser.value(o.what), kWhats);
    if (!what) return CommandLine::tr("--what wants window, view, selection, whole, pane or preferences.");
    out.what = *what;
    out.times = timeline::timeStyleFromId(parser.value(o.times));
    if (timeline::timeStyleId(out.times) != parser.value(o.times))
        return CommandLine::tr("--times wants offset, utc, local or captured.");
    const auto legend = choiceOf(parser.value(o.legend), kLegends);
    if (!legend) return CommandLine::tr("--legend wants none, kinds or names.");
    out.legend = *legend;
    return contradiction(parser, o, out);
}

QString readValues(const QCommandLineParser& parser, const Options& o, Arguments& out) {
    if (const auto size = parseSize(parser.value(o.size))) out.size = *size;
    else return CommandLine::tr("--size needs a width and a height from 320x200 to 16384x16384, like 1600x900.");
    bool number = false;
    out.scale = parser.value(o.scale).toDouble(&number);
    if (!number || !(out.scale >= 0.5 && out.scale <= 4))
        return CommandLine::tr("--scale wants a number from 0.5 to 4.");
    if (out.size.width() * out.scale > 16384 || out.size.height() * out.scale > 16384)
        return CommandLine::tr("--size times --scale may be at most 16384 pixels each way.");
    if (parser.isSet(o.range) && !(out.range = parseRange(parser.value(o.range))))
        return CommandLine::tr("--range wants two times, like 1.2s..1.3s or 500ms..");
    if (parser.isSet(o.select) && !(out.selection = parseRange(parser.value(o.select))))
        return CommandLine::tr("--select wants two times, like 1.2s..1.3s or 500ms..");
    if (parser.isSet(o.theme) && out.theme != QLatin1String("light") && out.theme != QLatin1String("dark"))
        return CommandLine::tr("--theme wants light or dark.");
    if (parser.isSet(o.language) && out.language != QLatin1String("en") && out.language != QLatin1String("zh_CN"))
        return CommandLine::tr("--lang wants en or zh_CN.");
    if (out.compare && out.files.size() != 2) return CommandLine::tr("--compare wants two reports.");
    return readPicture(parser, o, out);
}

/// The words that the value of an option may be; none where it is free.
std::vector<std::string> wordsOf(const Options& o, const QString& name) {
    std::vector<std::string> out;
    const auto is = [&](const QCommandLineOption& option) { return option.names().contains(name); };
    if (is(o.what))
        for (const auto& [word, what] : kWhats) out.emplace_back(word);
    if (is(o.legend))
        for (const auto& [word, legend] : kLegends) out.emplace_back(word);
    if (is(o.times))
        for (std::size_t i = 0; i < timeline::kTimeStyleCount; ++i)
            out.push_back(timeline::timeStyleId(static_cast<timeline::TimeStyle>(i)).toStdString());
    if (is(o.pane))
        for (const PaneInfo& pane : paneTable()) out.emplace_back(pane.id);
    if (is(o.theme)) out = {"light", "dark"};
    if (is(o.language)) out = {"en", "zh_CN"};
    return out;
}

}  // namespace

Arguments parseArguments(const QStringList& arguments) {
    Arguments out;
    const Options options;
    QCommandLineParser parser;
    options.addTo(parser);
    if (!parser.parse(arguments)) {
        out.error = parser.errorText();
        return out;
    }
    out.help = parser.isSet(options.help);
    out.helpAs = parser.value(options.helpAs);
    out.version = parser.isSet(options.version);
    out.compare = parser.isSet(options.compare);
    out.newWindow = parser.isSet(options.newWindow);
    out.screenshot = parser.value(options.screenshot);
    out.allRows = parser.isSet(options.allRows);
    out.caption = parser.value(options.caption);
    out.view = parser.value(options.view);
    out.rows = parser.value(options.rows);
    out.find = parser.value(options.find);
    out.pane = parser.value(options.pane);
    if (parser.isSet(options.baseline)) out.baseline = QFileInfo(parser.value(options.baseline)).absoluteFilePath();
    out.theme = parser.value(options.theme);
    out.language = parser.value(options.language);
    for (const QString& file : parser.positionalArguments()) out.files.append(QFileInfo(file).absoluteFilePath());
    if (!out.help && !out.version && out.helpAs.isEmpty()) out.error = readValues(parser, options, out);
    return out;
}

QString helpText() {
    const Options options;
    QCommandLineParser parser;
    options.addTo(parser);
    return parser.helpText();
}

HelpProgram helpProgram() {
    const Options options;
    QCommandLineParser parser;
    options.addTo(parser);
    HelpPage page{{}, "[options] [report...]", parser.applicationDescription().chopped(1).toStdString(), {}, {}, {},
                  {}};
    page.words = {HelpValue::Kind::Report, "report"};
    page.wordsMeaning = "Reports to open; without any, the window offers those of before, and a sample";
    page.groups.push_back({"Options", {}});
    for (const QCommandLineOption& o : options.listed()) {
        HelpOption out{{}, helpValue(o.valueName().toUpper().toStdString()), o.description().toStdString()};
        for (const QString& name : o.names()) out.names.push_back((name.size() == 1 ? "-" : "--") + name.toStdString());
        if (auto words = wordsOf(options, o.names().constLast()); !words.empty()) {
            out.value.kind = HelpValue::Kind::Word;
            out.value.words = std::move(words);
        }
        page.groups[0].options.push_back(std::move(out));
    }
    page.more =
        "Examples:\n  sightline-ui report.nsys-rep\n  sightline-ui --compare before.rep after.nsys-rep\n"
        "  sightline-ui --screenshot window.png --theme dark report.rep\n"
        "  sightline-ui --screenshot timeline.svg --what selection --select 1.2s..1.3s report.rep\n"
        "Exit codes: 0 fine; 2 the words of the command are wrong, or ask for what the report does not have; 3 a report could not be read, or the picture not be written\n";
    return {"sightline-ui", {page}};
}

}  // namespace app
