"""Who hears of alerts, as Alertmanager's configuration says."""

from stream.deployment.alertmanager import receivers
from tests.deploy.reading import DEPLOY


def test_as_delivered_nobody_hears_of_anything():
    assert not receivers((DEPLOY / "alertmanager/alertmanager.yml").read_text()).sound


def test_a_receiver_of_pages_without_a_way_to_tell_is_worth_a_note():
    check = receivers("""
        route: {receiver: nobody, routes: [{receiver: on-call}, {receiver: office, routes: [{receiver: desk}]}]}
        receivers: [{name: nobody}, {name: on-call}, {name: office, email_configs: [{to: a@example.com}]}, {name: desk}]
        """)

    assert check.sound
    assert check.found == "alerts go to office; desk, on-call can tell no one"
    assert check.todo


def test_a_receiver_that_no_route_names_hears_nothing():
    check = receivers("""
        route: {receiver: nobody}
        receivers: [{name: nobody}, {name: on-call, webhook_configs: [{url: <secret>}]}]
        """)

    assert not check.sound
