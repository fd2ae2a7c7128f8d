/** The screen of one abandoned cart. */

import { Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AbandonedCart } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { CartDetails } from './cart-details.tsx'
import { CartItems } from './cart-items.tsx'
import { CartSums } from './cart-sums.tsx'
import { Customer } from './customer.tsx'
import { cartQuery, customerNameOf } from './queries.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/carts/$token')

export function CartScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { token } = route.useParams()
  const query = useQuery(cartQuery(api, token))
  return (
    <ObjectScreen back={<TextLink to="/carts">{text.back}</TextLink>} query={query}>
      {cart => <CartContent cart={cart} />}
    </ObjectScreen>
  )
}

function CartContent({ cart }: { cart: AbandonedCart }) {
  const text = useTexts(texts)
  return (
    <ScreenWithTitle title={text.cart(customerNameOf(cart))}>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            <CartItems cart={cart} />
            <CartSums cart={cart} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <Customer cart={cart} />
            <CartDetails cart={cart} />
          </Stack>
        </Grid.Col>
      </Grid>
    </ScreenWithTitle>
  )
}
