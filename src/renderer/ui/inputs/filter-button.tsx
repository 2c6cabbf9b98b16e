import { cx } from '#lib/class-names.ts';
import { Button, type ButtonProps } from './button';
import styles from './filter-button.module.css';

interface FilterButtonProps extends ButtonProps {
  /** Whether the filter is on. */
  isOn: boolean;
}

/** A button with the value of a filter. Its border is solid while the filter is on. */
export function FilterButton({ isOn, className, ...rest }: FilterButtonProps) {
  return <Button {...rest} className={cx(isOn ? styles.on : styles.off, className)} />;
}
