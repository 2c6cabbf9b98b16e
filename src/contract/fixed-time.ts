/** The time that `--clock` sets. */
import { z } from 'zod';

const schema = z.iso.datetime({ offset: true });

/** Parses a date with its time and time zone (RFC 3339). Returns milliseconds since the epoch; null for anything else. */
export function parseFixedTime(text: string): number | null {
  const millis = schema.safeParse(text).success ? Date.parse(text) : Number.NaN;
  return millis >= 0 ? millis : null;
}
