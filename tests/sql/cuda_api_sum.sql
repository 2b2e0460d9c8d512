-- Sightline leaves out versions of five digits, too; nsys those of four only.
WITH e AS (SELECT CASE WHEN substr(s.value, -6, 2) = '_v' THEN substr(s.value, 1, length(s.value) - 6)
            WHEN substr(s.value, -7, 2) = '_v' THEN substr(s.value, 1, length(s.value) - 7) ELSE s.value END AS label,
                  r."end" - r.start AS value
           FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN StringIds s ON s.id = r.nameId)
