/** The frame around every screen: a bar for Test or Live mode, the navigation, and the menu of the session. */

import { Anchor, AppShell, Box, Burger, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { Forbidden } from '../placeholders/no-screen.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useShortcuts } from './keyboard.ts'
import { entriesFor, isForbidden } from './navigation.ts'
import { SessionMenu } from './session-menu.tsx'
import { texts } from './texts.ts'

export function Shell() {
  useShortcuts()
  useKeptFocus()
  const text = useTexts(texts)
  const [isOpen, { toggle, close }] = useDisclosure()
  const { account } = useSession()
  return (
    <AppShell
      header={{ height: 84 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <Anchor href="#content" className="skip-link">
          {text.skip}
        </Anchor>
        <ModeBar />
        <Group h={56} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={text.menu}
              aria-expanded={isOpen}
              aria-controls="menu"
            />
            <Text fw={600} truncate>
              {account.name}
            </Text>
          </Group>
          <SessionMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="menu" p="xs" aria-label={text.menu} mod={{ closed: !isOpen }}>
        <Navigation onOpen={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Content />
      </AppShell.Main>
    </AppShell>
  )
}

function Content() {
  const { account } = useSession()
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath ?? '' })
  return isForbidden(path, account) ? <Forbidden isScreen /> : <Outlet />
}

/** The bar has one color in Test mode and another in Live mode, and says whether payments are real. */
function ModeBar() {
  const text = useTexts(texts)
  const { mode } = useSession().account
  return (
    <Box className={mode === 'Test' ? 'test-bar' : 'live-bar'} h={28} px="md" data-mode={mode}>
      {mode === 'Test' ? text.test : text.live}
    </Box>
  )
}

function Navigation({ onOpen }: { onOpen: () => void }) {
  const text = useTexts(texts)
  const { account } = useSession()
  return entriesFor(account).map(({ name, to, shortcut }) => (
    <Link key={name} to={to} onClick={onOpen} activeOptions={{ includeSearch: false }} className="nav-link">
      {({ isActive }) => (
        <NavLink component="span" label={text.screens[name]} active={isActive} rightSection={<kbd>g {shortcut}</kbd>} />
      )}
    </Link>
  ))
}
