import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import type { Tone } from '../data/badge';
import { Icon } from '../data/icon';
import { TextBlock } from '../layout/text-block';
import styles from './callout.module.css';

const icons: Record<Tone, LucideIcon> = { neutral: Info, accent: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

interface CalloutProps {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** Something to know right here. A bad one is announced to screen readers. */
export function Callout({ tone, title, children, action, className }: CalloutProps) {
  return (
    <div className={cx(styles.callout, tone !== 'neutral' && styles[tone], className)} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon of={icons[tone]} />
      <div className={styles.body}>
        <div className={styles.text}>
          {title !== undefined && <TextBlock className={styles.title}>{title}</TextBlock>}
          {children !== undefined && <TextBlock className={styles.detail}>{children}</TextBlock>}
        </div>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
