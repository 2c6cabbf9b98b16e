/** What a benchmark answers. */

export interface Measurement {
  readonly name: string;
  readonly value: number;
  /** `x` for a ratio of two things measured in one run, `%` for a share of one processor; words count things. */
  readonly unit: 'x' | 'ms' | 's' | 'kB' | '%' | 'requests' | 'refreshes' | 'connections' | 'accounts' | 'users' | 'rows' | 'entries';
  /** The most that is good. */
  readonly limit: number;
  /** The figures the value was made of, as a person reads them. */
  readonly detail?: string;
}

/** The entry of a benchmark's file. */
export type Measure = () => Promise<Measurement[]>;
