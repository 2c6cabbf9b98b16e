import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/data/icon.tsx';
import styles from './navigation.module.css';

/** Of a section whose entries can be hidden. */
interface Fold {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

interface GroupProps {
  title: string;
  fold?: Fold | null;
  children: ReactNode;
}

/** A section of the navigation, with a heading that may hide its entries. Two sections have entries of the same name. */
export function Group({ title, fold = null, children }: GroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, these are links
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.heading}>
        {fold === null ? (
          title
        ) : (
          <button type="button" className={styles.fold} aria-expanded={fold.isOpen} onClick={fold.toggle}>
            {title}
            <Icon of={fold.isOpen ? ChevronDown : ChevronRight} size={13} />
          </button>
        )}
      </h2>
      {children}
    </div>
  );
}
