import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './definition-list.module.css';

/** Names and values in two columns; children are `Definition`s. */
export function DefinitionList({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <dl className={cx(styles.list, className)}>{children}</dl>;
}

/** One name with its value. */
export function Definition({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
