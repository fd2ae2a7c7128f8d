/** The menu for the language, the light or dark theme, the documentation, and signing out. */

import { Button, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { languages } from '../../core/tenant.ts'
import { pagesPath, useSession } from '../session/client.ts'
import { languageNames, useLanguage, useTexts } from '../session/language.ts'
import { signOutOrAsk } from '../session/sign-out-question.ts'
import { texts } from './texts.ts'

const schemes = ['light', 'dark', 'auto'] as const

export function SessionMenu() {
  const text = useTexts(texts)
  const [current, choose] = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { account } = useSession()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" size="xs">
          {text.account(account)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.scopes[account.scope]}</Menu.Label>
        <Menu.Divider />
        <Menu.RadioGroup value={current} onChange={choose}>
          {languages.map(language => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {languageNames[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={scheme => setColorScheme(scheme as MantineColorScheme)}>
          {schemes.map(scheme => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {text.schemes[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href={`${pagesPath}../docs`}>
          {text.docs}
        </Menu.Item>
        <Menu.Item onClick={signOutOrAsk}>{text.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
