/** The middle value; of an even number of values, the lower of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** How long `work` takes, in microseconds. */
export async function micros(work) {
  const started = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - started) / 1_000;
}

/**
 * The median time of one `work` in microseconds, of `times` in a row.
 *
 * @param work - sync or async
 */
export async function eachOf(times, work) {
  const all = [];
  for (let i = 0; i < times; i++) all.push(await micros(work));
  return median(all);
}

/**
 * Measures several things against one another: `runs` rounds, in each of which everything is measured once, so that what
 * the machine does meanwhile hits them alike.
 *
 * @param measures - name → a function that gives one measurement
 * @returns name → the median of its measurements
 */
export async function rounds(runs, measures) {
  const names = Object.keys(measures);
  const all = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of names) all[name].push(await measures[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(all[name])]));
}
