-- One row a launch: total, call, queue (only above 0), kernel.
SELECT r.globalTid / 16777216 % 16777216 AS pid, r.globalTid % 16777216 AS tid, k.deviceId,
       CASE WHEN substr(a.value, -6, 2) = '_v' THEN substr(a.value, 1, length(a.value) - 6)
            WHEN substr(a.value, -7, 2) = '_v' THEN substr(a.value, 1, length(a.value) - 7) ELSE a.value END AS api, s.value AS kernel,
       count(*), sum(k.start > r."end"), avg(max(r."end", k."end") - r.start), min(max(r."end", k."end") - r.start), max(max(r."end", k."end") - r.start),
       avg(r."end" - r.start), avg(CASE WHEN k.start > r."end" THEN k.start - r."end" END), avg(k."end" - k.start)
FROM CUPTI_ACTIVITY_KIND_KERNEL k
     JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.globalTid / 16777216 = k.globalPid / 16777216
     JOIN StringIds a ON a.id = r.nameId JOIN StringIds s ON s.id = k.demangledName
GROUP BY 1, 2, 3, 4, 5
