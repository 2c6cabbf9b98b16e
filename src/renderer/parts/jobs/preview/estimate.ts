/** How long a job will take. */
import type { JobOptions } from '#contract/jobs/job.ts';
import { cachedFormat } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';

/** Paces to choose from, in requests per second; null for as many as the service takes. */
export const paces = [1, 2, 4, 10, 25, null] as const satisfies readonly JobOptions['perSecond'][];
/** Numbers of failures to choose from; null to go on. */
export const limits = [1, 10, 100, null] as const satisfies readonly JobOptions['stopAfter'][];
export const firstOptions: JobOptions = { perSecond: 4, stopAfter: 10 };

const units = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns about how long so many requests take at a pace: “5 minutes”. Null where only the service sets the pace. */
export function durationText({ locale }: Pick<Translator, 'locale'>, requests: number, perSecond: number | null): string | null {
  if (perSecond === null) return null;
  const seconds = Math.max(1, Math.ceil(requests / perSecond));
  // From one and a half on: “90 seconds” is more exact than “2 minutes”.
  const [unit, size] = units.find(([, one]) => seconds >= one * 1.5) ?? (['second', 1] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return cachedFormat(`job ${unit} ${locale}`, () => new Intl.NumberFormat(locale, options)).format(Math.round(seconds / size));
}
