-- Ranges of threads only. GPU work belongs to a range if its call lies inside, on the same thread.
WITH d AS (SELECT globalTid / 16777216 AS pid, domainId, max(coalesce(n.text, s.value)) AS name
           FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId WHERE eventType = 75 GROUP BY 1, 2),
     w AS (SELECT start, "end", correlationId, globalPid FROM CUPTI_ACTIVITY_KIND_KERNEL
           UNION ALL SELECT start, "end", correlationId, globalPid FROM CUPTI_ACTIVITY_KIND_MEMCPY
           {memset} UNION ALL SELECT start, "end", correlationId, globalPid FROM CUPTI_ACTIVITY_KIND_MEMSET {/memset}),
     c AS (SELECT r.globalTid AS tid, r.start AS callStart, r."end" AS callEnd, w.start AS start, w."end" AS "end"
           FROM w JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = w.correlationId AND r.globalTid / 16777216 = w.globalPid / 16777216),
     p AS (SELECT n.rowid AS id, coalesce(d.name, '') || ':' || coalesce(n.text, s.value) AS label, n."end" - n.start AS duration,
                  max(c."end") - min(c.start) AS projected, count(*) AS ops
           FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId LEFT JOIN d ON d.pid = n.globalTid / 16777216 AND d.domainId = n.domainId
                JOIN c ON c.tid = n.globalTid AND c.callStart >= n.start AND c.callStart < n."end" AND c.callEnd <= n."end"
           WHERE n.eventType IN (59, 70) AND n."end" > n.start GROUP BY n.rowid)
SELECT label, sum(projected), sum(duration), count(*), avg(projected), min(projected), max(projected), sum(ops) FROM p GROUP BY label
