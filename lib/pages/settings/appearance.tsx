/** The settings of the pages in this browser: language, and light or dark theme. */

import { Radio, Stack, useMantineColorScheme } from '@mantine/core'
import { texts as appTexts } from '../app/texts.ts'
import { languageNames, useLanguage, useTexts } from '../session/language.ts'
import { texts } from './texts.ts'

const schemes = ['light', 'dark', 'auto'] as const
type Scheme = (typeof schemes)[number]

export function Appearance() {
  const text = useTexts(texts)
  const { schemes: schemeNames } = useTexts(appTexts)
  const [language, chooseLanguage] = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack>
      <Choice label={text.language} names={languageNames} value={language} onChange={chooseLanguage} />
      <Choice<Scheme> label={text.colors} names={schemeNames} value={colorScheme} onChange={setColorScheme} />
    </Stack>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  names: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) => (
  <Radio.Group label={label} value={value} onChange={chosen => onChange(chosen as Value)}>
    <Stack gap="xs" mt={6}>
      {Object.entries<string>(names).map(([name, title]) => (
        <Radio key={name} value={name} label={title} />
      ))}
    </Stack>
  </Radio.Group>
)
