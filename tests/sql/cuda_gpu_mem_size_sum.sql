WITH e AS (SELECT '[CUDA memcpy ' || CASE copyKind WHEN 1 THEN 'Host-to-Device' WHEN 2 THEN 'Device-to-Host' WHEN 3 THEN 'Host-to-Array' WHEN 4 THEN 'Array-to-Host' WHEN 5 THEN 'Array-to-Array' WHEN 6 THEN 'Array-to-Device'
                WHEN 7 THEN 'Device-to-Array' WHEN 8 THEN 'Device-to-Device' WHEN 9 THEN 'Host-to-Host' WHEN 10 THEN 'Peer-to-Peer' WHEN 11 THEN 'Unified Host-to-Device'
                WHEN 12 THEN 'Unified Device-to-Host' WHEN 13 THEN 'Unified Device-to-Device' END || ']' AS label, bytes AS value FROM CUPTI_ACTIVITY_KIND_MEMCPY
           {memset} UNION ALL SELECT '[CUDA memset]', bytes FROM CUPTI_ACTIVITY_KIND_MEMSET {/memset})
