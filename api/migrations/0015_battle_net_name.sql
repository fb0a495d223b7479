-- The cards are called Blizzard Battle.net: people look for both words, in search and in addresses.
UPDATE subcategory SET url_name = 'blizzard-battle-net'
WHERE type = 'giftcard' AND url_name = 'battlenet';
