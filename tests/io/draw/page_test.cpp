// A page shows the whole result, executes nothing that users wrote, and needs no other file.
#include "tensio/pictures/page.hpp"

#include <gtest/gtest.h>

#include "io/draw/balance.hpp"
#include "io/draw/convergence_plot.hpp"
#include "io/text/markup.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

System hung_net() {
  Random random(11);
  System net = testing::random_net(random, {.nodes = 20, .chords = 40, .fixed = 4});
  net.nodes.mass = {0.05};
  net.gravity = {0.3, -0.2, -9.81};
  net.loads = {{.nodes = {7, 8, 0}, .force = {0.1, 0.2, -0.3}},
               {.nodes = {9, 10}, .force = {1, 0, 0, 0, 1, 0}}};
  return net;
}

std::string page_of(const System& net, const Equilibrium& rest, const PageOptions& options = {}) {
  return page_html(net, {{.system = &net, .rest = &rest, .residuals = {1, 1e-3, 1e-12}}}, options);
}

TEST(Balance, ForcesAndMomentsVanishAtRest) {
  const System net = hung_net();
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged());
  const io::Balance balance = io::make_balance(net, rest);
  const io::Resultant sum = balance.sum();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(sum.force[axis], 0, 1e-8);
    EXPECT_NEAR(sum.moment[axis], 0, 1e-8);
  }
  // By hand: three nodes with one force, two with one each, and 20 weights.
  EXPECT_NEAR(balance.loads.force[0], 1.3, 1e-14);
  EXPECT_NEAR(balance.loads.force[1], 1.6, 1e-14);
  EXPECT_NEAR(balance.weights.force[2], -9.81, 1e-12);
  EXPECT_GT(io::magnitude(balance.reactions.moment), 0.1);
}

TEST(Balance, FirstOrderTheoryBalancesWhereItStarts) {
  // A tripod without stress as drawn: exact in the drawn shape, and there only.
  System net{.nodes = {.position = {0, 0, 0, 4, 0, 0, 0, 3, 0, 1, 1, 2}}};
  net.nodes.fixed = {{.nodes = {0, 1, 2}}};
  net.springs = {{.ends = {{0, 3}, {1, 3}, {2, 3}}, .stiffness = {10}}};
  net.loads = {{.nodes = {3}, .force = {1, -2, -5}}};
  const Equilibrium rest = solve_equilibrium(net, {.method = Method::linear});
  ASSERT_TRUE(rest.converged());
  ASSERT_GT(std::abs(rest.displacement[9]), 0.05);
  const io::Resultant sum = io::make_balance(net, rest).sum();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(sum.force[axis], 0, 1e-13);
    EXPECT_NEAR(sum.moment[axis], 0, 1e-13);
  }
}

TEST(Balance, MomentsAreForcesTimesTheirArms) {
  System net{.dimension = 2, .nodes = {.position = {0, 0, 3, 0}}};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {1}}};
  net.loads = {{.nodes = {1}, .force = {0, -2}}};
  const Equilibrium rest = solve_equilibrium(net);
  const io::Balance balance = io::make_balance(net, rest);
  EXPECT_EQ(balance.loads.moment[2], -6);
  EXPECT_EQ(balance.reactions.moment[2], 6);
}

TEST(Page, ShowsTheVerdictTheOptionsAndEveryTable) {
  System net = hung_net();
  net.units = {.length = "m", .force = "N", .time = "s"};
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = page_of(net, rest, {.scene_file = "net.json"});
  for (const char* part :
       {"at rest, stable", "<dt>status</dt><dd>converged</dd>", "<dt>scene</dt><dd>net.json</dd>",
        "tolerance 1e-10", "tension [N]", "unstressed length [m]", "reaction z [N]",
        "moment x [N m]", "displacement y [m]", "<svg class=\"tensio-net\"",
        "<svg class=\"tensio-curve\"", "left over, zero at rest"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST(Page, NamesNoUnitsThatTheSceneDoesNotGive) {
  const System net = hung_net();
  const std::string text = page_of(net, solve_equilibrium(net), {.scene_file = "net.json"});
  for (const char* unit : {" [N]", " [m]", " [N m]", " N<", " m<", " N,", " m,", " N)"}) {
    EXPECT_EQ(text.find(unit), std::string::npos) << unit;
  }
}

TEST(Page, RefersToNothingOutsideItself) {
  const System net = hung_net();
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = page_of(net, rest);
  for (const char* part : {"http:", "https:", "src=", "@import", "url(", "<link"}) {
    EXPECT_EQ(text.find(part), std::string::npos) << part;
  }
}

TEST(Page, NothingTheUserWritesIsObeyed) {
  const std::string hostile = "</script></style></title><img src=x onerror=alert(1)>\"'&";
  System net = hung_net();
  net.title = net.description = net.source = net.note = hostile;
  for (int i = 0; i < 20; ++i) net.nodes.name.push_back(hostile + std::to_string(i));
  net.springs[0].name = hostile;
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text =
      page_html(net, {{.name = hostile, .system = &net, .rest = &rest}, {hostile, &net, &rest}},
                {.scene_file = hostile});
  EXPECT_EQ(text.find("<img"), std::string::npos);
  EXPECT_EQ(text.find("onerror=alert(1)>\""), std::string::npos);
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<script"), 0u);
  EXPECT_EQ(count("</script>"), 0u);
  EXPECT_EQ(count("</style>"), 1u);
}

TEST(Page, LongTablesSayWhatTheyLeaveOut) {
  const System net = testing::square_net(12, 3, 0.9);
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = page_of(net, rest, {.rows = 100});
  EXPECT_NE(text.find("The first 100 by id; 164 more are left out. "
                      "<code>solve --table springs</code> has them all."),
            std::string::npos);
  EXPECT_NE(text.find("The first 100 by id; 44 more are left out."), std::string::npos);
  EXPECT_EQ(page_of(net, rest).find("left out"), std::string::npos);
}

TEST(Page, TheHashDistinguishesScenes) {
  System net = hung_net();
  const Equilibrium rest = solve_equilibrium(net);
  const auto hash = [&] {
    const std::string text = page_of(net, rest);
    const std::string mark = "<dt>hash</dt><dd>";
    return text.substr(text.find(mark) + mark.size(), 16);
  };
  const std::string before = hash();
  EXPECT_EQ(hash(), before);
  EXPECT_EQ(before.find_first_not_of("0123456789abcdef"), std::string::npos);
  net.loads[0].force[0] = 0.1000001;
  EXPECT_NE(hash(), before);
}

TEST(Page, TheEnvelopeNamesWhereEachExtremeStands) {
  System light = testing::springsys(), heavy = testing::springsys();
  heavy.loads = {{.nodes = {4}, .force = {-1, 0}}};
  const Equilibrium first = solve_equilibrium(light), second = solve_equilibrium(heavy);
  ASSERT_GT(second.tension[2], first.tension[2]);
  const std::string text =
      page_html(light, {{"light", &light, &first, {}}, {"heavy", &heavy, &second, {}}});
  const std::size_t envelope = text.find("id=\"envelope\"");
  ASSERT_NE(envelope, std::string::npos);
  const std::string row =
      "<tr><td>2</td><td class=\"text\"></td><td>" + io::number_text(first.tension[2], 7) +
      "</td><td class=\"text\">light</td><td>" + io::number_text(second.tension[2], 7) +
      "</td><td class=\"text\">heavy</td>";
  EXPECT_NE(text.find(row, envelope), std::string::npos) << row;
  EXPECT_EQ(page_of(light, first).find("id=\"envelope\""), std::string::npos);
}

TEST(Page, NamesTheNodesThatMoveFreely) {
  // A square of four springs, two corners fixed: it can lean.
  System net{.dimension = 2, .nodes = {.position = {0, 0, 1, 0, 1, 1, 0, 1}}};
  net.nodes.name = {"a", "b", "corner", "d"};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, .stiffness = {1}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.report.modes && rest.report.modes->neutral());
  const std::string text = page_of(net, rest);
  EXPECT_NE(text.find("but something can move freely"), std::string::npos);
  EXPECT_NE(text.find("free to move: 2 (corner)"), std::string::npos);
}

TEST(Page, EmptyNetsAndFailedSolvesHaveAPageToo) {
  const System one{.dimension = 2, .nodes = {.position = {1, 2}}};
  const Equilibrium still = solve_equilibrium(one);
  EXPECT_NE(page_html(one, {{.system = &one, .rest = &still}}).find("</html>"), std::string::npos);
  const System net = hung_net();
  const Equilibrium cut = solve_equilibrium(net, {.max_iterations = 1});
  const std::string text = page_of(net, cut);
  EXPECT_NE(text.find("<p class=\"verdict bad\">not at rest</p>"), std::string::npos);
  EXPECT_NE(text.find("not judged"), std::string::npos);
}

TEST(ConvergenceCurve, TakesZeroesAndWhatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& residuals :
       {std::vector<double>{}, {0}, {1, 0}, {infinity, 1e300, 1e-300, std::nan("")}}) {
    const std::string text = io::convergence_svg(residuals, 1e-10);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

TEST(ConvergenceCurve, FallsAsTheResidualDoes) {
  // On the scale from 1 to 1e-10, 1e-5 is half way down.
  const std::string text = io::convergence_svg({1, 1e-5, 1e-10}, 1e-10);
  EXPECT_NE(text.find("d=\"M62 14L343 116L624 218\""), std::string::npos) << text;
}

}  // namespace
}  // namespace tensio
