-- Each kernel by the range around its launch that began last: of its thread, or begun and ended by its process.
WITH c AS (SELECT k.rowid AS id, k."end" - k.start AS ns, s.value AS kernel, r.globalTid AS tid, r.start AS start, r."end" AS "end"
           FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName
                LEFT JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.globalTid / 16777216 = k.globalPid / 16777216
           GROUP BY k.rowid),
     e AS (SELECT ns, kernel, (SELECT coalesce(n.text, t.value) FROM NVTX_EVENTS n LEFT JOIN StringIds t ON t.id = n.textId
                               WHERE n.start <= c.start AND coalesce(n."end", 9e18) >= c."end" AND coalesce(n."end", 9e18) > n.start
                                     AND (n.eventType IN (59, 70) AND n.globalTid = c.tid OR n.eventType IN (60, 71) AND n.globalTid / 16777216 = c.tid / 16777216)
                               ORDER BY n.start DESC, coalesce(n."end", 9e18) LIMIT 1) AS range FROM c)
SELECT coalesce(range || '/', '') || kernel, count(*), sum(ns), min(ns), max(ns) FROM e GROUP BY 1
