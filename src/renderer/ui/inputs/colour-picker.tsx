import { RadioGroup } from 'radix-ui';
import type { CSSProperties } from 'react';
import type { Colour, Environment } from '#contract/bridge/connection-choices.ts';
import { useMessages } from '#lib/use-messages.ts';
import { colourOf, colours } from '../data/colour';
import { Tooltip } from '../feedback/tooltip';
import styles from './colour-picker.module.css';

interface ColourPickerProps {
  label: string;
  /** The environment whose color is used while none is chosen. */
  environment: Environment;
  value: Colour | null;
  onChange: (colour: Colour | null) => void;
}

const none = 'none';

/** A choice between an own color and the environment's. */
export function ColourPicker({ label, environment, value, onChange }: ColourPickerProps) {
  const { t } = useMessages();
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      className={styles.colours}
      value={value ?? none}
      onValueChange={(next) => onChange(colours.find((colour) => colour === next) ?? null)}
    >
      <Swatch value={none} label={t('colour.environment')} colour={colourOf({ environment })} />
      <span className={styles.line} aria-hidden="true" />
      {colours.map((colour) => (
        <Swatch key={colour} value={colour} label={t(`colour.${colour}`)} colour={colourOf({ colour, environment })} />
      ))}
    </RadioGroup.Root>
  );
}

function Swatch({ value, label, colour }: { value: string; label: string; colour: string }) {
  return (
    <Tooltip content={label}>
      <RadioGroup.Item value={value} aria-label={label} className={styles.swatch} style={{ '--swatch': colour } as CSSProperties} />
    </Tooltip>
  );
}
