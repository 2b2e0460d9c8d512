// SPDX-License-Identifier: GPL-3.0-or-later
// What completes a command line in bash 4.2 or newer, with or without the package bash-completion.
#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "app/text/help_page.h"
#include "importers/folder.h"

namespace app {
namespace {

/// What the function below knows of a value, as assignments of bash; words of ours hold nothing that bash reads.
std::string assignments(const HelpValue& value) {
    using enum HelpValue::Kind;
    const auto kind = [&]() -> std::string_view {
        switch (value.kind) {
        case None: return {};
        case Text: return "text";
        case Word: return "word";
        case List: return "list";
        case File: return "file";
        case Folder: return "folder";
        case Report: return "report";
        case Program: return "program";
        }
        return {};
    }();
    return fmt::format("kind={} values='{}'{}", kind, withSpaces(value.words), value.mayBeMissing ? " alone=yes" : "");
}

/// "case" over commands and options: those that have the same value share a line.
std::string valueCases(const HelpProgram& program) {
    std::map<std::string, std::string> patterns;
    for (const HelpPage& page : program.pages)
        for (const HelpGroup& group : page.groups)
            for (const HelpOption& o : group.options)
                for (const std::string& name : o.names)
                    if (o.value.kind != HelpValue::Kind::None) {
                        std::string& all = patterns[assignments(o.value)];
                        all += fmt::format("{}'{} {}'", all.empty() ? "" : " | ", page.command, name);
                    }
    std::string out;
    for (const auto& [what, names] : patterns) out += fmt::format("    {}) {} ;;\n", names, what);
    return out;
}

std::string optionCases(const HelpProgram& program) {
    std::string out;
    for (const HelpPage& page : program.pages) {
        std::vector<std::string> names;
        for (const HelpGroup& group : page.groups)
            if (group.isOffered)
                for (const HelpOption& o : group.options) names.insert(names.end(), o.names.begin(), o.names.end());
        out += fmt::format("    '{}') echo '{}' ;;\n", page.command, withSpaces(names));
    }
    return out;
}

std::string wordCases(const HelpProgram& program) {
    std::string out;
    for (const HelpPage& page : program.pages) {
        HelpValue words = page.words;
        if (program.pages.size() > 1 && page.command.empty()) {
            words = {HelpValue::Kind::Word};
            for (const HelpPage& p : program.pages)
                if (!p.command.empty()) words.words.push_back(p.command);
        }
        out += fmt::format("    '{}') {} ;;\n", page.command, assignments(words));
    }
    return out;
}

std::string endingPatterns() {
    std::string out;
    for (const std::string_view ending : importers::reportEndings())
        out += fmt::format("{}*{}", out.empty() ? "" : " | ", ending);
    return out;
}

/// %P is the program with signs that a name of a function may have, %p its name.
constexpr std::string_view kScript = R"sh(# Completion of bash for %p, made of its help.

# What stands behind an option of a command, in the variables of the caller.
%P_value() {
    kind='' values='' alone=''
    case "$1 $2" in
%values    esac
}

%P_options() {
    case "$1" in
%options    esac
}

# What stands beside the options of a command.
%P_words() {
    kind='' values='' alone=''
    case "$1" in
%words    esac
}

# Replies with what goes on from $1, as $kind says. $2 stands before each reply.
%P_reply() {
    local current=$1 before=$2 file
    case $kind in
    word) mapfile -t COMPREPLY < <(compgen -P "$before" -W "$values" -- "$current") ;;
    list)
        [[ $current == *,* ]] && before+=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$values" -- "${current##*,}")
        compopt -o nospace 2>/dev/null
        ;;
    file) mapfile -t COMPREPLY < <(compgen -f -P "$before" -- "$current") ;;
    folder) mapfile -t COMPREPLY < <(compgen -d -P "$before" -- "$current") ;;
    program) mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
    report)
        while IFS= read -r file; do
            [[ -d $file ]] || case "${file,,}" in %endings) ;; *) continue ;; esac
            COMPREPLY+=("$before$file")
        done < <(compgen -f -- "$current")
        # A report may have any name.
        [[ ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -P "$before" -- "$current")
        ;;
    esac
    case $kind in file | folder | report) compopt -o filenames 2>/dev/null ;; esac
    return 0
}

%P() {
    local current=${COMP_WORDS[COMP_CWORD]} option='' equal='' before='' command='' own=0 first=0 kind='' values='' alone='' word i
    COMPREPLY=()
    # Bash takes --name=value for three words, unless somebody told it not to.
    if [[ $current == --*=* ]]; then
        option=${current%%=*} equal=yes before=$option= current=${current#*=}
    elif [[ $current == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} equal=yes current=''
    elif [[ COMP_CWORD -ge 2 && ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]} equal=yes
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi

    # The command, and how many words beside options follow it.
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == = ]]; then
            ((i++))
        elif [[ $word == -?* ]]; then
            %P_value "$command" "$word"
            [[ -n $kind && -z $alone && ${COMP_WORDS[i + 1]-} != = ]] && ((i++))
        elif [[ -n '%commands' && -z $command ]]; then
            command=$word
        else
            ((own++ == 0)) && first=$i
        fi
    done

    # Behind a program stand its own words.
    %P_words "$command"
    if [[ $kind == program && $own -gt 0 ]]; then
        if declare -F _command_offset >/dev/null; then
            _command_offset "$first"
        else
            kind=file
            %P_reply "$current" ''
        fi
        return
    fi

    if [[ $option == -?* ]]; then
        %P_value "$command" "$option"
        [[ -n $alone && -z $equal ]] && kind=''
        if [[ -n $kind ]]; then
            %P_reply "$current" "$before"
            return
        fi
    fi
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(%P_options "$command")" -- "$current")
    else
        %P_words "$command"
        %P_reply "$current" ''
    fi
}

complete -F %P %p
)sh";

}  // namespace

std::string bashCompletion(const HelpProgram& program) {
    std::string function = '_' + program.name;
    for (char& c : function)
        if (c == '-') c = '_';
    const std::map<std::string_view, std::string> parts{
        {"%values", valueCases(program)},
        {"%options", optionCases(program)},
        {"%words", wordCases(program)},
        {"%endings", endingPatterns()},
        {"%commands", program.pages.size() > 1 ? "yes" : ""},
        {"%p", program.name},
        {"%P", function},
    };
    std::string out;
    for (std::string_view rest = kScript; !rest.empty();) {
        const auto part =
            std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return rest.starts_with(p.first); });
        if (part == parts.end()) out += rest.front(), rest.remove_prefix(1);
        else out += part->second, rest.remove_prefix(part->first.size());
    }
    return out;
}

}  // namespace app
