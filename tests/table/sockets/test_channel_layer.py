"""The channel layer of one process forgets the channel of a consumer that has ended."""

from __future__ import annotations

import asyncio

from kraken_site.channel_layer import OneProcessChannelLayer


async def test_a_channel_ends_though_its_last_message_came_together_with_the_end() -> None:
    """Channels then cancels a call that is over already, so that `receive` does not notice."""
    layer, event = OneProcessChannelLayer(), {"type": "table.changed"}
    channel, other = await layer.new_channel(), await layer.new_channel()
    for group in ("table.1", "player.1"):
        await layer.group_add(group, channel)
    await layer.group_add("table.1", other)
    receiving = asyncio.create_task(layer.receive(channel))
    await layer.group_send("player.1", event)
    await receiving
    receiving.cancel()
    await layer.group_discard("table.1", channel)
    await layer.send(channel, event)
    assert await layer.receive(channel) == event, "it is in a group still"
    await layer.group_discard("player.1", channel)
    await layer.send(channel, event)
    assert not layer.has_messages()
    await layer.group_send("table.1", event)
    assert await layer.receive(other) == event
