import { useMessages } from '../../../lib/use-messages';
import { useSettings } from '../../../stores/settings';
import { Segmented } from '../../../ui/inputs/segmented';
import { Select } from '../../../ui/inputs/select';
import type { ChoiceRow, ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';
import { useChangeSetting } from '../use-change-setting';

/** A setting that is one of a few values. */
export function ChoiceControl({ row, label, labelId, describedBy, isDisabled }: ControlProps & { row: ChoiceRow }) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { setting, look } = row;
  const value = useSettings()[setting];
  const options = row.options.map((option) => ({ ...option, label: t(option.label) }));
  const choose = (next: string) => isDisabled || change({ [setting]: next });
  if (look === 'segments')
    return (
      <Segmented label={label} describedBy={describedBy} value={value} options={options} onValueChange={choose} isDisabled={isDisabled} />
    );
  return (
    <Select
      className={styles.select}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
