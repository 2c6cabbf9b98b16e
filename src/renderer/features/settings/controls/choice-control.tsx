import { useMessages } from '../../../lib/use-messages';
import { useSettings } from '../../../stores/settings';
import { Segmented } from '../../../ui/inputs/segmented';
import type { ChoiceRow, ControlProps } from '../setting-row';
import { useChangeSetting } from '../use-change-setting';
import { SettingSelect } from './setting-select';

/** A setting that is one of a few values. */
export function ChoiceControl({ row, ...props }: ControlProps & { row: ChoiceRow }) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { setting, look } = row;
  const value = useSettings()[setting];
  const options = row.options.map((option) => ({ ...option, label: t(option.label) }));
  const choose = (next: string) => change({ [setting]: next });
  if (look === 'segments') {
    const { label, describedBy, isDisabled } = props;
    return (
      <Segmented label={label} describedBy={describedBy} value={value} options={options} onValueChange={choose} isDisabled={isDisabled} />
    );
  }
  return (
    <SettingSelect {...props} value={value} onChoose={choose}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SettingSelect>
  );
}
