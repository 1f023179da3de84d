from django.urls import path

from community.views import own, people, staff

urlpatterns = [
    path("people/", people.barriers, name="barriers"),
    path("people/<str:username>/", people.person, name="person"),
    path("people/<str:username>/distance/", people.change_distance, name="change_distance"),
    path("people/<str:username>/report/", people.report, name="report"),
    path("reports/", people.reports, name="reports"),
    path("games/<str:public_id>/people/", people.people_at_table, name="people_at_table"),
    path("decisions/", own.own_sanctions, name="own_sanctions"),
    path("decisions/leave/", own.leave, name="leave_sanctions"),
    path("decisions/<int:number>/reply/", own.reply, name="reply_to_sanction"),
    path("staff/", staff.queue, name="staff_queue"),
    path("staff/people/<str:username>/", staff.staff_person, name="staff_person"),
    path("staff/people/<str:username>/close/", staff.close_reports, name="close_reports"),
    path("staff/people/<str:username>/games/<str:public_id>/", staff.evidence, name="evidence"),
    path("staff/decisions/<int:number>/", staff.change_sanction, name="change_sanction"),
]
