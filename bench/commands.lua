-- SCAN commands, another one for each request.
local verbs = {"walk", "run", "jump", "look"}
local ways = {"", " left", " right", " opposite left", " opposite right", " around left", " around right"}
local times = {"", " twice", " thrice"}
local joins = {"and", "after"}
local bodies = {}
for _, verb in ipairs(verbs) do
    for _, way in ipairs(ways) do
        for _, n in ipairs(times) do
            for _, join in ipairs(joins) do
                local other = verbs[#bodies % 4 + 1] .. ways[#bodies % 7 + 1] .. times[#bodies % 3 + 1]
                bodies[#bodies + 1] = '{"sentence": "' .. verb .. way .. n .. ' ' .. join .. ' ' .. other .. '"}'
            end
        end
    end
end

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local at = 0
request = function()
    at = at % #bodies + 1
    return wrk.format(nil, nil, nil, bodies[at])
end
