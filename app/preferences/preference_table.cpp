// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/preference_table.h"

#include <QCoreApplication>
#include <array>

#include "app/kit/language.h"
#include "app/kit/preferences.h"
#include "app/kit/theme.h"
#include "timeline/look/key_scheme.h"
#include "timeline/look/palette.h"
#include "timeline/look/time_format.h"

namespace app {
namespace {

struct PreferenceTexts {
    Q_DECLARE_TR_FUNCTIONS(Preferences)
};

template <const auto& P>
QVariant valueOf() {
    return QVariant::fromValue(P.value());
}
template <const auto& P>
void setValue(const QVariant& value) {
    P.set(value.value<decltype(P.value())>());
}

QList<PreferenceChoice> languageChoices(const PreferenceSources&) {
    QList<PreferenceChoice> out{{QString(), PreferenceTexts::tr("Like the System")}};
    for (const QString& language : languages()) out.append({language, languageName(language)});
    return out;
}

QList<PreferenceChoice> themeChoices(const PreferenceSources&) {
    return {{themeChoiceId(ThemeChoice::System), PreferenceTexts::tr("Like the System")},
            {themeChoiceId(ThemeChoice::Light), PreferenceTexts::tr("Light")},
            {themeChoiceId(ThemeChoice::Dark), PreferenceTexts::tr("Dark")}};
}

QList<PreferenceChoice> sightChoices(const PreferenceSources&) {
    QList<PreferenceChoice> out;
    for (std::size_t i = 0; i < model::look::kSightCount; ++i) {
        const auto sight = static_cast<timeline::Sight>(i);
        out.append({timeline::sightId(sight), timeline::sightText(sight)});
    }
    return out;
}

QList<PreferenceChoice> timeChoices(const PreferenceSources&) {
    QList<PreferenceChoice> out;
    for (std::size_t i = 0; i < timeline::kTimeStyleCount; ++i) {
        const auto style = static_cast<timeline::TimeStyle>(i);
        out.append({timeline::timeStyleId(style), timeline::timeStyleText(style)});
    }
    return out;
}

QList<PreferenceChoice> schemeChoices(const PreferenceSources&) {
    QList<PreferenceChoice> out;
    for (std::size_t i = 0; i < timeline::kKeySchemeCount; ++i) {
        const auto scheme = static_cast<timeline::KeyScheme>(i);
        out.append({timeline::keySchemeId(scheme), timeline::keySchemeText(scheme)});
    }
    return out;
}

QList<PreferenceChoice> paneChoices(const PreferenceSources& sources) {
    return QList<PreferenceChoice>{{QString(), PreferenceTexts::tr("As it was left")}} + sources.panes;
}

QList<PreferenceChoice> kernelPaneChoices(const PreferenceSources& sources) {
    QList<PreferenceChoice> out{{QLatin1String(kAsItWasLeft), PreferenceTexts::tr("As it was left")}};
    // What is usual comes first, and is kept as nothing.
    for (const PreferenceChoice& pane : sources.panes)
        if (pane.id == QLatin1String(kKernelPaneId)) out.prepend({QString(), pane.text});
        else out.append(pane);
    return out;
}

QList<PreferenceChoice> reloadChoices(const PreferenceSources&) {
    return {{QLatin1String(kAskToReload), PreferenceTexts::tr("Ask")},
            {QLatin1String(kReloadAtOnce), PreferenceTexts::tr("Reload it")},
            {QLatin1String(kNeverReload), PreferenceTexts::tr("Do nothing")}};
}

using P = PreferencePage;
using C = PreferenceControl;

template <const auto& Pref>
constexpr PreferenceItem choice(P page, const char* text, QList<PreferenceChoice> (*choices)(const PreferenceSources&),
                                const char* hint = "") {
    PreferenceItem item{page, Pref.key, C::Choice, text, hint, valueOf<Pref>, setValue<Pref>};
    item.choices = choices;
    return item;
}
template <const auto& Pref>
constexpr PreferenceItem check(P page, const char* text, const char* hint = "") {
    return {page, Pref.key, C::Check, text, hint, valueOf<Pref>, setValue<Pref>};
}
template <const auto& Pref>
constexpr PreferenceItem numberItem(P page, const char* text, int least, int most, const char* usual,
                                    const char* suffix, const char* hint = "") {
    PreferenceItem item{page, Pref.key, C::Number, text, hint, valueOf<Pref>, setValue<Pref>};
    item.least = least;
    item.most = most;
    item.usual = usual;
    item.suffix = suffix;
    return item;
}

using namespace preferences;

constexpr PreferenceItem kItems[] = {
    choice<kLanguage>(P::Look, QT_TRANSLATE_NOOP("Preferences", "&Language:"), languageChoices),
    choice<kTheme>(P::Look, QT_TRANSLATE_NOOP("Preferences", "&Theme:"), themeChoices),
    numberItem<kFontSize>(
        P::Look, QT_TRANSLATE_NOOP("Preferences", "&Size of texts:"), kLeastFontSize, kMostFontSize,
        QT_TRANSLATE_NOOP("Preferences", "Like the System"), QT_TRANSLATE_NOOP("Preferences", " pt"),
        QT_TRANSLATE_NOOP("Preferences", "Rows, ruler and tables grow with it. Ctrl+Alt+wheel changes it anywhere.")),
    choice<kSight>(P::Look, QT_TRANSLATE_NOOP("Preferences", "&Colors of events:"), sightChoices),
    check<kMotion>(
        P::Look, QT_TRANSLATE_NOOP("Preferences", "&Move smoothly"),
        QT_TRANSLATE_NOOP("Preferences", "Zooms glide and panes slide. A system that asks for less motion is heeded.")),
    choice<kTimes>(P::Times, QT_TRANSLATE_NOOP("Preferences", "T&imes of events:"), timeChoices,
                   QT_TRANSLATE_NOOP("Preferences", "A report that has no such clock shows times from its start.")),
    choice<kKeys>(P::Keys, QT_TRANSLATE_NOOP("Preferences", "&Keys and mouse like:"), schemeChoices),
    choice<kTimelinePane>(P::Panes, QT_TRANSLATE_NOOP("Preferences", "In front for a &timeline:"), paneChoices),
    choice<kKernelPane>(P::Panes, QT_TRANSLATE_NOOP("Preferences", "In front for &kernel metrics:"), kernelPaneChoices,
                        QT_TRANSLATE_NOOP("Preferences", "Reports of Nsight Compute, and others with its metrics.")),
    choice<kMemoryPane>(P::Panes, QT_TRANSLATE_NOOP("Preferences", "In front for &memory alone:"), paneChoices,
                        QT_TRANSLATE_NOOP("Preferences", "Reports of memory in use in which nothing runs.")),
    choice<kLivePane>(
        P::Panes, QT_TRANSLATE_NOOP("Preferences", "In front for a &capture:"), paneChoices,
        QT_TRANSLATE_NOOP("Preferences", "While it runs. Each of these kinds keeps a layout of panes of its own.")),
    check<kRestoreSession>(P::Files, QT_TRANSLATE_NOOP("Preferences", "&Reopen reports at start")),
    choice<kReload>(P::Files, QT_TRANSLATE_NOOP("Preferences", "When a &file changes on disk:"), reloadChoices),
};

constexpr std::array<const char*, kPreferencePageCount> kPages{
    QT_TRANSLATE_NOOP("Preferences", "Appearance"), QT_TRANSLATE_NOOP("Preferences", "Times"),
    QT_TRANSLATE_NOOP("Preferences", "Keys"),       QT_TRANSLATE_NOOP("Preferences", "Panes"),
    QT_TRANSLATE_NOOP("Preferences", "Files"),      QT_TRANSLATE_NOOP("Preferences", "Storage")};

QString translated(const char* text) { return *text ? QCoreApplication::translate("Preferences", text) : QString(); }

}  // namespace

std::span<const PreferenceItem> preferenceTable() { return kItems; }
QString preferencePageText(PreferencePage page) { return translated(kPages[static_cast<std::size_t>(page)]); }
QString textOf(const PreferenceItem& item) { return translated(item.text); }
QString hintOf(const PreferenceItem& item) { return translated(item.hint); }
QString usualOf(const PreferenceItem& item) { return translated(item.usual); }
QString suffixOf(const PreferenceItem& item) { return translated(item.suffix); }

}  // namespace app
