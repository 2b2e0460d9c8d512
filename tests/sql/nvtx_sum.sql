-- Names of domains are events of their own (75); ranges of a thread are 59 and 70, those of a process 60 and 71. Open ranges have no end.
WITH d AS (SELECT globalTid / 16777216 AS pid, domainId, max(coalesce(n.text, s.value)) AS name
           FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId WHERE eventType = 75 GROUP BY 1, 2),
     e AS (SELECT CASE WHEN eventType IN (59, 70) THEN 'PushPop|' ELSE 'StartEnd|' END || coalesce(d.name, '') || ':' || coalesce(n.text, s.value) AS label,
                  n."end" - n.start AS value
           FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId LEFT JOIN d ON d.pid = n.globalTid / 16777216 AND d.domainId = n.domainId
           WHERE eventType IN (59, 60, 70, 71) AND n."end" > n.start)
