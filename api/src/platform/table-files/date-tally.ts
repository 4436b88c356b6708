/** Number of dates of one kind, and samples of the first distinct ones. */
export type DateTally = {
  count: number;
  readonly samples: { readonly value: string; readonly row: number }[];
};

export type DateSample = { readonly value: string; readonly row: number };

export function tally(): DateTally {
  return { count: 0, samples: [] };
}

export function count(of: DateTally, sample: DateSample): void {
  of.count += 1;
  const { samples } = of;
  if (samples.length >= DATE_SAMPLES_MAX || samples.some(({ value }) => value === sample.value))
    return;
  samples.push({ value: sample.value, row: sample.row });
}

/** Combines tallies; takes samples from each in turn, so that every tally is represented. */
export function together(tallies: readonly DateTally[]): DateTally {
  const all = tally();
  for (let at = 0; at < DATE_SAMPLES_MAX; at += 1) {
    for (const { samples } of tallies) {
      const sample = samples[at];
      if (sample) count(all, sample);
    }
  }
  return { ...all, count: tallies.reduce((sum, one) => sum + one.count, 0) };
}

export const DATE_SAMPLES_MAX = 5;
