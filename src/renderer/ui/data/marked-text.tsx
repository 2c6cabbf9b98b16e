import { matchRanges } from '#lib/match-ranges.ts';
import styles from './marked-text.module.css';

interface MarkedTextProps {
  text: string;
  /** None in privacy mode: a name in parts isn’t recognized as one. */
  words: readonly string[];
}

/** A text in which the words of a search are marked. */
export function MarkedText({ text, words }: MarkedTextProps) {
  const ranges = words.length === 0 ? [] : matchRanges(text, words);
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(ranges[at - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end)}
    </>
  );
}
