import { type ReactNode, useId } from 'react';
import styles from './navigation.module.css';

/** A section of the navigation. Two sections have entries of the same name. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, these are links
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </div>
  );
}
