<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Messages</name>
    <message numerus="yes">
        <source>%2 on %3: %Ln kernels that Nsight Compute measured.</source>
        <translation>
            <numerusform>%2 on %3: %Ln kernel that Nsight Compute measured.</numerusform>
            <numerusform>%2 on %3: %Ln kernels that Nsight Compute measured.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 and %Ln other processes</source>
        <translation>
            <numerusform>%2 and %Ln other process</numerusform>
            <numerusform>%2 and %Ln other processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events of an unknown type were skipped: %2</source>
        <translation>
            <numerusform>%Ln event of an unknown type was skipped: %2</numerusform>
            <numerusform>%Ln events of an unknown type were skipped: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are understood but not drawn: %2</source>
        <translation>
            <numerusform>%Ln event is understood but not drawn: %2</numerusform>
            <numerusform>%Ln events are understood but not drawn: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln names are missing in the report (%2); a placeholder is shown</source>
        <translation>
            <numerusform>%Ln name is missing in the report (%2); a placeholder is shown</numerusform>
            <numerusform>%Ln names are missing in the report (%2); a placeholder is shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events end before they start and are drawn with zero length: %2</source>
        <translation>
            <numerusform>%Ln event ends before it starts and is drawn with zero length: %2</numerusform>
            <numerusform>%Ln events end before they start and are drawn with zero length: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ranges were never closed and are drawn to the end of the report, or of what encloses them: %2</source>
        <translation>
            <numerusform>%Ln range was never closed and is drawn to the end of the report, or of what encloses it: %2</numerusform>
            <numerusform>%Ln ranges were never closed and are drawn to the end of the report, or of what encloses them: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events partially overlap others of their row and are kept on an extra lane: %2</source>
        <translation>
            <numerusform>%Ln event partially overlaps others of its row and is kept on an extra lane: %2</numerusform>
            <numerusform>%Ln events partially overlap others of their row and are kept on an extra lane: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows of the file have no usable time and cannot be drawn: %2</source>
        <translation>
            <numerusform>%Ln row of the file has no usable time and cannot be drawn: %2</numerusform>
            <numerusform>%Ln rows of the file have no usable time and cannot be drawn: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times are out of range and were clamped: %2</source>
        <translation>
            <numerusform>%Ln time is out of range and was clamped: %2</numerusform>
            <numerusform>%Ln times are out of range and were clamped: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln references lead nowhere: %2</source>
        <translation>
            <numerusform>%Ln reference leads nowhere: %2</numerusform>
            <numerusform>%Ln references lead nowhere: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts of the file are damaged and were left out: %2</source>
        <translation>
            <numerusform>%Ln part of the file is damaged and was left out: %2</numerusform>
            <numerusform>%Ln parts of the file are damaged and were left out: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A table with %Ln rows is not shown: %2</source>
        <translation>
            <numerusform>A table with %Ln row is not shown: %2</numerusform>
            <numerusform>A table with %Ln rows is not shown: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts were written by a newer version and passed over: %2</source>
        <translation>
            <numerusform>%Ln part was written by a newer version and passed over: %2</numerusform>
            <numerusform>%Ln parts were written by a newer version and passed over: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln scheduling events have no partner: %2</source>
        <translation>
            <numerusform>%Ln scheduling event has no partner: %2</numerusform>
            <numerusform>%Ln scheduling events have no partner: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ends have no begin and were ignored: %2</source>
        <translation>
            <numerusform>%Ln end has no begin and was ignored: %2</numerusform>
            <numerusform>%Ln ends have no begin and were ignored: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrows lack an end, or an event at an end, and are not drawn: %2</source>
        <translation>
            <numerusform>%Ln arrow lacks an end, or an event at an end, and is not drawn: %2</numerusform>
            <numerusform>%Ln arrows lack an end, or an event at an end, and are not drawn: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln values are not numbers: %2</source>
        <translation>
            <numerusform>%Ln value is not a number: %2</numerusform>
            <numerusform>%Ln values are not numbers: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events have no readable duration and are drawn with zero length: %2</source>
        <translation>
            <numerusform>%Ln event has no readable duration and is drawn with zero length: %2</numerusform>
            <numerusform>%Ln events have no readable duration and are drawn with zero length: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pieces of work begin before the call that launched them: %2</source>
        <translation>
            <numerusform>%Ln piece of work begins before the call that launched it: %2</numerusform>
            <numerusform>%Ln pieces of work begin before the call that launched them: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are nested or overlap more deeply than rows are kept for, and are not drawn: %2</source>
        <translation>
            <numerusform>%Ln event is nested or overlaps more deeply than rows are kept for, and is not drawn: %2</numerusform>
            <numerusform>%Ln events are nested or overlap more deeply than rows are kept for, and are not drawn: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The report has no start times: %Ln kernels stand in their order, one after another; their durations are real, the times between them are not</source>
        <translation>
            <numerusform>The report has no start times: %Ln kernel stands in its order; its duration is real, its time is not</numerusform>
            <numerusform>The report has no start times: %Ln kernels stand in their order, one after another; their durations are real, the times between them are not</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernels have no duration and are drawn 1 µs long: %2</source>
        <translation>
            <numerusform>%Ln kernel has no duration and is drawn 1 µs long: %2</numerusform>
            <numerusform>%Ln kernels have no duration and are drawn 1 µs long: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Process %1: %Ln records were dropped (%3)</source>
        <translation>
            <numerusform>Process %1: %Ln record was dropped (%3)</numerusform>
            <numerusform>Process %1: %Ln records were dropped (%3)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln processes ended without saying so, as ones that were killed: their last quarter of a second may be missing</source>
        <translation>
            <numerusform>%Ln process ended without saying so, as one that was killed: its last quarter of a second may be missing</numerusform>
            <numerusform>%Ln processes ended without saying so, as ones that were killed: their last quarter of a second may be missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Functions of %Ln files have no names: the files are no longer the ones that ran. %2 is one of them</source>
        <translation>
            <numerusform>Functions of %Ln file have no names: the file is no longer the one that ran. It is %2</numerusform>
            <numerusform>Functions of %Ln files have no names: the files are no longer the ones that ran. %2 is one of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes behind the last complete frame</source>
        <translation>
            <numerusform>%Ln byte behind the last complete frame</numerusform>
            <numerusform>%Ln bytes behind the last complete frame</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln records were dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less.</source>
        <translation>
            <numerusform>%Ln record was dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less.</numerusform>
            <numerusform>%Ln records were dropped; the report says of which kind. Leave more room for captures (TMPDIR), or trace less.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln records were dropped; the report says of which kind. Trace less, or for a shorter time.</source>
        <translation>
            <numerusform>%Ln record was dropped; the report says of which kind. Trace less, or for a shorter time.</numerusform>
            <numerusform>%Ln records were dropped; the report says of which kind. Trace less, or for a shorter time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files in %1 are no reports.</source>
        <translation>
            <numerusform>%Ln file in %1 is no report.</numerusform>
            <numerusform>%Ln files in %1 are no reports.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln smaller changes: --rows %2 or -f json lists all</source>
        <translation>
            <numerusform>… and %Ln smaller change: --rows %2 or -f json lists all</numerusform>
            <numerusform>… and %Ln smaller changes: --rows %2 or -f json lists all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernels profiled: up to %2 metrics each (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time</source>
        <translation>
            <numerusform>%Ln kernel profiled: up to %2 metrics (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time</numerusform>
            <numerusform>%Ln kernels profiled: up to %2 metrics each (%3 values), %4 sections, %5 remarks of rules, %6 values by place or time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln values of counters</source>
        <translation>
            <numerusform>%Ln value of counters</numerusform>
            <numerusform>%Ln values of counters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gaps</source>
        <translation>
            <numerusform>%Ln gap</numerusform>
            <numerusform>%Ln gaps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrows</source>
        <translation>
            <numerusform>%Ln arrow</numerusform>
            <numerusform>%Ln arrows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln allocations were made before the trace begins and are shown at its beginning: %2</source>
        <translation>
            <numerusform>%Ln allocation was made before the trace begins and is shown at its beginning: %2</numerusform>
            <numerusform>%Ln allocations were made before the trace begins and are shown at its beginning: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The trace was full, and its oldest entries were overwritten: those of at least %Ln allocations are lost (%2). Record with a greater max_entries</source>
        <translation>
            <numerusform>The trace was full, and its oldest entries were overwritten: that of at least %Ln allocation is lost (%2). Record with a greater max_entries</numerusform>
            <numerusform>The trace was full, and its oldest entries were overwritten: those of at least %Ln allocations are lost (%2). Record with a greater max_entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests for GPU memory failed because there was none left: %2</source>
        <translation>
            <numerusform>%Ln request for GPU memory failed because there was none left: %2</numerusform>
            <numerusform>%Ln requests for GPU memory failed because there was none left: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>more than %Ln lists lie in each other</source>
        <translation>
            <numerusform>more than %Ln list lies in another</numerusform>
            <numerusform>more than %Ln lists lie in each other</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reports were written without being asked for. From now on one is written when it is asked for.</source>
        <translation>
            <numerusform>%Ln report was written without being asked for. From now on one is written when it is asked for.</numerusform>
            <numerusform>%Ln reports were written without being asked for. From now on one is written when it is asked for.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::Disassembler</name>
    <message numerus="yes">
        <source>nvdisasm took longer than %Ln second(s).</source>
        <translation>
            <numerusform>nvdisasm took longer than %Ln second.</numerusform>
            <numerusform>nvdisasm took longer than %Ln seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::Document</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
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
    <name>app::DurationHistogram</name>
    <message numerus="yes">
        <source>%1 to %2: %Ln event(s)</source>
        <comment>a bar of a histogram</comment>
        <translation>
            <numerusform>%1 to %2: %Ln event</numerusform>
            <numerusform>%1 to %2: %Ln events</numerusform>
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
    <name>app::FlameView</name>
    <message numerus="yes">
        <source>There are %Ln stack(s), each narrower than a pixel. Choose a table instead, or select a shorter span.</source>
        <translation>
            <numerusform>There is %Ln stack, narrower than a pixel. Choose a table instead, or select a shorter span.</numerusform>
            <numerusform>There are %Ln stacks, each narrower than a pixel. Choose a table instead, or select a shorter span.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::FunctionsPane</name>
    <message numerus="yes">
        <source>%1 samples</source>
        <translation>
            <numerusform>%1 sample</numerusform>
            <numerusform>%1 samples</numerusform>
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
    <name>app::KernelMetricsView</name>
    <message numerus="yes">
        <source>%Ln metric(s), %1 not measured</source>
        <translation>
            <numerusform>%Ln metric, %1 not measured</numerusform>
            <numerusform>%Ln metrics, %1 not measured</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln metric(s)</source>
        <translation>
            <numerusform>%1 of %Ln metric</numerusform>
            <numerusform>%1 of %Ln metrics</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::KernelOccupancyView</name>
    <message numerus="yes">
        <source>Theoretical occupancy %1: %2 of %3 warps, %Ln block(s)</source>
        <translation>
            <numerusform>Theoretical occupancy %1: %2 of %3 warps, %Ln block</numerusform>
            <numerusform>Theoretical occupancy %1: %2 of %3 warps, %Ln blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::KernelRulesView</name>
    <message numerus="yes">
        <source>%Ln more rule(s) found nothing to say.</source>
        <translation>
            <numerusform>%Ln more rule found nothing to say.</numerusform>
            <numerusform>%Ln more rules found nothing to say.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::ManualWindow</name>
    <message numerus="yes">
        <source>%Ln hit(s)</source>
        <translation>
            <numerusform>%Ln hit</numerusform>
            <numerusform>%Ln hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::OpenSeveralDialog</name>
    <message numerus="yes">
        <source>Merge %Ln Report(s)</source>
        <translation>
            <numerusform>Merge %Ln Report</numerusform>
            <numerusform>Merge %Ln Reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open %Ln Report(s)</source>
        <translation>
            <numerusform>Open %Ln Report</numerusform>
            <numerusform>Open %Ln Reports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s). How should they be opened?</source>
        <translation>
            <numerusform>%Ln file. How should it be opened?</numerusform>
            <numerusform>%Ln files. How should they be opened?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other file(s) are no reports.</source>
        <translation>
            <numerusform>%Ln other file is no report.</numerusform>
            <numerusform>%Ln other files are no reports.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::Picture</name>
    <message numerus="yes">
        <source>A picture can be no higher: %n rows at the end are left out.</source>
        <translation>
            <numerusform>A picture can be no higher: %n row at the end is left out.</numerusform>
            <numerusform>A picture can be no higher: %n rows at the end are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The caption is too long: its first %n lines are in the picture.</source>
        <translation>
            <numerusform>The caption is too long: its first line is in the picture.</numerusform>
            <numerusform>The caption is too long: its first %n lines are in the picture.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::QueryRow</name>
    <message numerus="yes">
        <source>%1 event(s) were added as a row.</source>
        <translation>
            <numerusform>%1 event was added as a row.</numerusform>
            <numerusform>%1 events were added as a row.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) were cut off at the ends of the report.</source>
        <translation>
            <numerusform>%1 event was cut off at an end of the report.</numerusform>
            <numerusform>%1 events were cut off at the ends of the report.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s) outside the report were left out.</source>
        <translation>
            <numerusform>%1 event outside the report was left out.</numerusform>
            <numerusform>%1 events outside the report were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s) without usable times were left out.</source>
        <translation>
            <numerusform>%1 row without usable times was left out.</numerusform>
            <numerusform>%1 rows without usable times were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::ReportsPane</name>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::RowMenu</name>
    <message numerus="yes">
        <source>%1 event(s) were added as a row.</source>
        <translation>
            <numerusform>%1 event was added as a row.</numerusform>
            <numerusform>%1 events were added as a row.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::SelectionPane</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s): pace %2, CPU %3, GPU %4</source>
        <translation>
            <numerusform>%1 step: pace %2, CPU %3, GPU %4</numerusform>
            <numerusform>%1 steps: pace %2, CPU %3, GPU %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::SpokenPoints</name>
    <message numerus="yes">
        <source>%Ln point(s)</source>
        <comment>of a chart</comment>
        <translation>
            <numerusform>%Ln point</numerusform>
            <numerusform>%Ln points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::SqlPane</name>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
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
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln mark</numerusform>
            <numerusform>%Ln marks</numerusform>
        </translation>
    </message>
</context>
</TS>
