WITH e AS (SELECT printf('%4d %4d %4d|%4d %4d %4d|%s', gridX, gridY, gridZ, blockX, blockY, blockZ, s.value) AS label, k."end" - k.start AS value
           FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.demangledName)
