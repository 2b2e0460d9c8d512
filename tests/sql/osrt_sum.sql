WITH e AS (SELECT s.value AS label, o."end" - o.start AS value FROM OSRT_API o JOIN StringIds s ON s.id = o.nameId)
