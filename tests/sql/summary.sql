-- Statistics of the values of `e` (label, value) by label, as `nsys stats` defines them: the median of an even number is the mean
-- of the two in the middle, the standard deviation is that of a sample.
, g AS (SELECT label, count(*) AS n, sum(value) AS total, avg(value) AS mean, min(value) AS low, max(value) AS high FROM e GROUP BY label),
  r AS (SELECT label, value, row_number() OVER (PARTITION BY label ORDER BY value) AS i, count(*) OVER (PARTITION BY label) AS n FROM e),
  m AS (SELECT label, avg(value) AS median FROM r WHERE i IN ((n + 1) / 2, (n + 2) / 2) GROUP BY label),
  v AS (SELECT e.label AS label, sum((value - mean) * (value - mean)) AS squares FROM e JOIN g ON g.label = e.label GROUP BY e.label)
SELECT g.label, coalesce(100.0 * total / (SELECT sum(total) FROM g), 0.0), total, n, mean, median, low, high,
       CASE WHEN n > 1 THEN sqrt(squares / (n - 1)) ELSE 0.0 END
FROM g JOIN m ON m.label = g.label JOIN v ON v.label = g.label
