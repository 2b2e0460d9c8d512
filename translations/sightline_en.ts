<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Notes</name>
    <message numerus="yes">
        <source>%Ln event(s) of an unknown type were skipped: %1</source>
        <translation>
            <numerusform>%Ln event of an unknown type was skipped: %1</numerusform>
            <numerusform>%Ln events of an unknown type were skipped: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) are understood but not drawn: %1</source>
        <translation>
            <numerusform>%Ln event is understood but not drawn: %1</numerusform>
            <numerusform>%Ln events are understood but not drawn: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln name(s) are missing in the report (%1); a placeholder is shown</source>
        <translation>
            <numerusform>%Ln name is missing in the report (%1); a placeholder is shown</numerusform>
            <numerusform>%Ln names are missing in the report (%1); a placeholder is shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) end before they start and are drawn with zero length: %1</source>
        <translation>
            <numerusform>%Ln event ends before it starts and is drawn with zero length: %1</numerusform>
            <numerusform>%Ln events end before they start and are drawn with zero length: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln range(s) were never closed and are drawn to the end of the report: %1</source>
        <translation>
            <numerusform>%Ln range was never closed and is drawn to the end of the report: %1</numerusform>
            <numerusform>%Ln ranges were never closed and are drawn to the end of the report: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) partially overlap others of their row and are kept on an extra lane: %1</source>
        <translation>
            <numerusform>%Ln event partially overlaps others of its row and is kept on an extra lane: %1</numerusform>
            <numerusform>%Ln events partially overlap others of their row and are kept on an extra lane: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of the file have no start time and cannot be drawn: %1</source>
        <translation>
            <numerusform>%Ln row of the file has no start time and cannot be drawn: %1</numerusform>
            <numerusform>%Ln rows of the file have no start time and cannot be drawn: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln time(s) are out of range and were clamped: %1</source>
        <translation>
            <numerusform>%Ln time is out of range and was clamped: %1</numerusform>
            <numerusform>%Ln times are out of range and were clamped: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reference(s) lead nowhere: %1</source>
        <translation>
            <numerusform>%Ln reference leads nowhere: %1</numerusform>
            <numerusform>%Ln references lead nowhere: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) of the file are damaged and were left out: %1</source>
        <translation>
            <numerusform>%Ln part of the file is damaged and was left out: %1</numerusform>
            <numerusform>%Ln parts of the file are damaged and were left out: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A table with %Ln row(s) is not shown: %1</source>
        <translation>
            <numerusform>A table with %Ln row is not shown: %1</numerusform>
            <numerusform>A table with %Ln rows is not shown: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln part(s) were written by a newer version and passed over: %1</source>
        <translation>
            <numerusform>%Ln part was written by a newer version and passed over: %1</numerusform>
            <numerusform>%Ln parts were written by a newer version and passed over: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln scheduling event(s) have no partner: %1</source>
        <translation>
            <numerusform>%Ln scheduling event has no partner: %1</numerusform>
            <numerusform>%Ln scheduling events have no partner: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::DropOverlay</name>
    <message numerus="yes">
        <source>Open %Ln report(s), each in a tab</source>
        <translation>
            <numerusform>Open %Ln report, each in a tab</numerusform>
            <numerusform>Open %Ln reports, each in a tab</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::EventsPane</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::FolderDialog</name>
    <message numerus="yes">
        <source>Open %Ln Report(s)</source>
        <translation>
            <numerusform>Open %Ln Report</numerusform>
            <numerusform>Open %Ln Reports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::ImportLogPane</name>
    <message numerus="yes">
        <source>%Ln not drawn; the notes say why</source>
        <translation>
            <numerusform>%Ln not drawn; the notes say why</numerusform>
            <numerusform>%Ln not drawn; the notes say why</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::StartPage</name>
    <message numerus="yes">
        <source>Sightline ended unexpectedly the last time. %Ln report(s) were open.</source>
        <translation>
            <numerusform>Sightline ended unexpectedly the last time. %Ln report was open.</numerusform>
            <numerusform>Sightline ended unexpectedly the last time. %Ln reports were open.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::StatusPanel</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n visible row(s)</source>
        <translation>
            <numerusform>%n visible row</numerusform>
            <numerusform>%n visible rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>timeline::EventText</name>
    <message numerus="yes">
        <source>%n GPU event(s)</source>
        <translation>
            <numerusform>%n GPU event</numerusform>
            <numerusform>%n GPU events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more frame(s)</source>
        <translation>
            <numerusform>%n more frame</numerusform>
            <numerusform>%n more frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>timeline::TimelineView</name>
    <message numerus="yes">
        <source>%n hidden</source>
        <comment>rows</comment>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
</context>
</TS>
