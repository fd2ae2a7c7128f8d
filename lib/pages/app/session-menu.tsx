/** The menu for the language, the light or dark theme, the documentation, and signing out. */

import { Button, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { languages } from '../../core/tenant.ts'
import { ConfirmDialog } from '../change/confirm-dialog.tsx'
import { hasUnansweredRefund } from '../orders/order/refund/sent-refund.ts'
import { pagesPath, useSession } from '../session/client.ts'
import { signOut } from '../session/key.ts'
import { languageNames, useLanguage, useTexts } from '../session/language.ts'
import { signOutOrAsk } from '../session/sign-out-question.ts'
import { texts } from './texts.ts'

const schemes = ['light', 'dark', 'auto'] as const

/** Returns a function that returns whether a refund or another change is repeated until it has an answer. */
function useHasUnanswered(): () => boolean {
  const mutations = useQueryClient().getMutationCache()
  return () =>
    hasUnansweredRefund() ||
    mutations.findAll({ status: 'pending', predicate: ({ state }) => state.failureCount > 0 }).length > 0
}

export function SessionMenu() {
  const text = useTexts(texts)
  const { account } = useSession()
  const hasUnanswered = useHasUnanswered()
  const [isAsked, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  /** The dialog returns the focus to the element that had it, and the items of the menu are removed. */
  const ask = () => {
    button.current?.focus()
    open()
  }
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" size="xs" ref={button}>
            {text.account(account)}
          </Button>
        </Menu.Target>
        <Items onSignOut={() => signOutOrAsk(hasUnanswered() ? ask : null)} />
      </Menu>
      <SignOutQuestion isOpen={isAsked} onClose={close} />
    </>
  )
}

function Items({ onSignOut }: { onSignOut: () => void }) {
  const text = useTexts(texts)
  const [current, choose] = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { account } = useSession()
  return (
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
      <Menu.Item onClick={onSignOut}>{text.signOut}</Menu.Item>
    </Menu.Dropdown>
  )
}

function SignOutQuestion(dialog: { isOpen: boolean; onClose: () => void }) {
  const { signOut: confirm, signOutQuestion } = useTexts(texts)
  const { title, hint, keep } = signOutQuestion
  return (
    <ConfirmDialog {...dialog} title={title} keep={keep} confirm={confirm} onConfirm={() => signOut()}>
      <Text size="sm">{hint}</Text>
    </ConfirmDialog>
  )
}
