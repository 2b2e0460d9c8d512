WITH e AS (SELECT s.value AS label, k."end" - k.start AS value FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName)
